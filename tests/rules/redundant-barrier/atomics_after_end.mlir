// RUN: fencepost lint %s --verify-diagnostics
// The same in other words: nobody waits for anything.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!words = !ttg.memdesc<2xi32, #shared, #smem, mutable>
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 4 : i32} {
  tt.func public @count(%i: tensor<2xi32, #blocked>, %v: tensor<2xi32, #blocked>) {
    %words = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !words
    %more = ttg.local_alloc {allocation.offset = 8 : i32} : () -> !words
    %bar = ttg.memdesc_reinterpret %words : !words -> !bar
    ttng.init_barrier %bar, 1 : !bar
    ttng.inval_barrier %bar : !bar
    // expected-warning@below {{redundant-barrier: ttg.barrier is redundant: every pair of accesses across it is ordered without it}}
    ttg.barrier local
    %old = ttg.local_atomic_scatter_rmw add, %more[%i], %v {axis = 0 : i32} : (!words, tensor<2xi32, #blocked>, tensor<2xi32, #blocked>) -> tensor<2xi32, #blocked>
    tt.return
  }
}
