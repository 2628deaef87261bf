// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// An atomic changes the bytes of an mbarrier that is alive.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!words = !ttg.memdesc<2xi32, #shared, #smem, mutable>
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 4 : i32} {
  tt.func public @count(%i: tensor<2xi32, #blocked>, %v: tensor<2xi32, #blocked>) {
    %words = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !words
    %bar = ttg.memdesc_reinterpret %words : !words -> !bar
    // expected-note@below {{initialised here}}
    ttng.init_barrier %bar, 1 : !bar
    ttg.barrier local
    // expected-error@below {{uninitialized-resource: ttg.local_atomic_scatter_rmw of default reads or changes the bytes of %words}}
    %old = ttg.local_atomic_scatter_rmw add, %words[%i], %v {axis = 0 : i32} : (!words, tensor<2xi32, #blocked>, tensor<2xi32, #blocked>) -> tensor<2xi32, #blocked>
    tt.return
  }
}
