// RUN: fencepost lint %s --verify-diagnostics --min-level information
// The barrier ends before the array takes its memory.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!words = !ttg.memdesc<128xi32, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 4 : i32} {
  tt.func public @reuse(%p: tensor<128x!tt.ptr<i32>, #blocked>) {
    %v = arith.constant dense<7> : tensor<128xi32, #blocked>
    %bar = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !bar
    ttng.init_barrier %bar, 1 : !bar
    ttng.inval_barrier %bar : !bar
    ttg.barrier local
    %words = ttg.local_alloc %v {allocation.offset = 0 : i32} : (tensor<128xi32, #blocked>) -> !words
    %x = ttg.local_load %words : !words -> tensor<128xi32, #blocked>
    tt.store %p, %x : tensor<128x!tt.ptr<i32>, #blocked>
    tt.return
  }
  // Nothing has used the barrier: that it has no end harms nobody.
  tt.func public @never_used(%p: tensor<128x!tt.ptr<i32>, #blocked>) {
    %v = arith.constant dense<7> : tensor<128xi32, #blocked>
    %bar = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !bar
    // expected-note@below {{initialised here}}
    ttng.init_barrier %bar, 1 : !bar
    ttg.barrier local
    // expected-information@below {{nothing has used it, so nothing comes of it}}
    %words = ttg.local_alloc %v {allocation.offset = 0 : i32} : (tensor<128xi32, #blocked>) -> !words
    %x = ttg.local_load %words : !words -> tensor<128xi32, #blocked>
    tt.store %p, %x : tensor<128x!tt.ptr<i32>, #blocked>
    tt.return
  }
}
