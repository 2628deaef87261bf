// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// The stream that stores a tile waits for the store before it gives it back: a wait for the store's token can give it back by itself.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @store(%desc: !tt.tensordesc<128xf16, #shared>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %true = arith.constant true
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %full = ttg.local_alloc {allocation.offset = 256 : i32} : () -> !bar
    %free = ttg.local_alloc {allocation.offset = 264 : i32} : () -> !bar
    ttng.init_barrier %full, 1 : !bar
    ttng.init_barrier %free, 1 : !bar
    ttg.barrier local
    ttg.warp_specialize(%tile, %full, %free) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      scf.for %i = %c0 to %c8 step %c1 : i32 {
        %phase = arith.andi %i, %c1 : i32
        ttng.wait_barrier %full, %phase : !bar
        %t = ttng.async_tma_copy_local_to_global %desc[%i] %tile : !tt.tensordesc<128xf16, #shared>, !tile -> !ttg.async.token
        ttng.async_tma_store_token_wait %t, %free[%true] : !ttg.async.token, !bar
      }
      ttg.warp_yield
    }
    partition0(%s: !tile, %f: !bar, %e: !bar) num_warps(4) {
      %d0 = arith.constant 0 : i32
      %d1 = arith.constant 1 : i32
      %d8 = arith.constant 8 : i32
      %v = arith.constant dense<1.0> : tensor<128xf16, #blocked>
      scf.for %i = %d0 to %d8 step %d1 : i32 {
        %bit = arith.andi %i, %d1 : i32
        %phase = arith.xori %bit, %d1 : i32
        ttng.wait_barrier %e, %phase : !bar
        ttg.local_store %v, %s : tensor<128xf16, #blocked> -> !tile
        ttng.fence_async_shared {bCluster = false}
        ttng.arrive_barrier %f, 1 : !bar
      }
      ttg.warp_return
    } : (!tile, !bar, !bar) -> ()
    tt.return
  }
}
