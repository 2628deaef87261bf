// RUN: fencepost lint %s --verify-diagnostics
// Of the workgroups whose numbers agree in the lowest bit the first arrives for all: 0 for 0 and 2, 1 for 1 and 3.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1], [2]]}>
#smem = #ttg.shared_memory
!bars = !ttg.memdesc<4xi64, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 4 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k() {
    %c0 = arith.constant 0 : i32
    %true = arith.constant true
    %bar = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !bars
    ttng.init_barrier %bar, 1 : !bars
    ttng.fence_mbarrier_init_release_cluster
    ttng.cluster_barrier {relaxed = true}
    ttng.arrive_barrier %bar, 1, %true {fromCTA = 1 : i32} : !bars
    ttng.wait_barrier %bar, %c0, %true : !bars
    ttng.cluster_barrier
    tt.return
  }
}
