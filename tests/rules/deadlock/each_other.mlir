// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// Each partition waits for what the other one does only behind its own wait.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!bars = !ttg.memdesc<2x1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @knot(%p: tensor<128x!tt.ptr<f16>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %full = ttg.local_alloc {allocation.offset = 256 : i32} : () -> !bar
    %other = ttg.local_alloc {allocation.offset = 264 : i32} : () -> !bar
    %bars = ttg.local_alloc {allocation.offset = 272 : i32} : () -> !bars
    ttng.init_barrier %full, 1 : !bar
    ttng.init_barrier %other, 1 : !bar
    ttg.barrier local
    ttg.warp_specialize(%full, %other) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      // expected-error@below {{deadlock: default waits for ever}}
      ttng.wait_barrier %full, %c0 : !bar
      ttng.arrive_barrier %other, 1 : !bar
      ttg.warp_yield
    }
    partition0(%f: !bar, %o: !bar) num_warps(4) {
      %z = arith.constant 0 : i32
      // expected-note@below {{waits here}}
      ttng.wait_barrier %o, %z : !bar
      // expected-note@below {{would arrive}}
      ttng.arrive_barrier %f, 1 : !bar
      ttg.warp_return
    } : (!bar, !bar) -> ()
    tt.return
  }
}
