// RUN: fencepost lint %s --verify-diagnostics
// Each of the two workgroups arrives for both: two arrivals on each barrier.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
!bars = !ttg.memdesc<2xi64, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k() {
    %c0 = arith.constant 0 : i32
    %true = arith.constant true
    %bar = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !bars
    ttng.init_barrier %bar, 2 : !bars
    ttng.fence_mbarrier_init_release_cluster
    ttng.cluster_barrier {relaxed = true}
    ttng.arrive_barrier %bar, 1, %true {multicastCTA = 1 : i32} : !bars
    ttng.wait_barrier %bar, %c0, %true : !bars
    ttng.cluster_barrier
    tt.return
  }
}
