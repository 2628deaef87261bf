// RUN: fencepost lint %s --verify-diagnostics
// The same hand-over between partitions of the kernel itself.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @k() {
    %f = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !bar
    ttng.init_barrier %f, 1 : !bar
    ttg.barrier local
    ttg.warp_specialize(%f) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      ttng.arrive_barrier %f, 1 : !bar
      ttg.warp_yield
    }
    partition0(%h: !bar) num_warps(4) {
      %z = arith.constant 0 : i32
      ttng.wait_barrier %h, %z : !bar
      ttg.warp_return
    } : (!bar) -> ()
    tt.return
  }
}
