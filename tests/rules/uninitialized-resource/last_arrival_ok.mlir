// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// Nothing takes the barrier's memory afterwards: the last arrival of the other workgroup does no harm, and what is said of it is information.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[0]]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[0]]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!words = !ttg.memdesc<128xi32, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 4 : i32} {
  tt.func public @last(%p: tensor<128x!tt.ptr<i32>, #blocked>) {
    %v = arith.constant dense<7> : tensor<128xi32, #blocked>
    %bar = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !bar
    ttng.init_barrier %bar, 1 : !bar
    ttng.fence_mbarrier_init_release_cluster
    ttng.cluster_barrier {relaxed = true}
    ttng.arrive_barrier %bar, 1 : !bar
    ttng.inval_barrier %bar : !bar
    ttng.cluster_barrier
    tt.return
  }
}
