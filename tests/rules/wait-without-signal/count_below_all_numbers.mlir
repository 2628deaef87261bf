// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// Two arrivals are asked for and one comes; a later init counts the least number that there is, which no guess may make less.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @copy(%d: !tt.tensordesc<128xf16, #shared>, %p: tensor<128x!tt.ptr<f16>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %true = arith.constant true
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %full = ttg.local_alloc {allocation.offset = 256 : i32} : () -> !bar
    ttng.init_barrier %full, 2 : !bar
    ttg.barrier local
    ttg.warp_specialize(%tile, %full) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      ttng.barrier_expect %full, 256, %true : !bar
      ttng.async_tma_copy_global_to_local %d[%c0] %tile, %full, %true : !tt.tensordesc<128xf16, #shared>, !bar -> !tile
      // expected-error@below {{wait-without-signal: default waits for ever}}
      ttng.wait_barrier %full, %c0 : !bar
      %y = ttg.local_load %tile : !tile -> tensor<128xf16, #blocked>
      tt.store %p, %y : tensor<128x!tt.ptr<f16>, #blocked>
      ttg.warp_yield
    }
    partition0(%a: !tile, %f: !bar) num_warps(4) {
      ttg.warp_return
    } : (!tile, !bar) -> ()
    ttng.inval_barrier %full : !bar
    ttng.init_barrier %full, -9223372036854775808 : !bar
    tt.return
  }
}
