// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// Each of 128 threads arrives on a barrier that counts to one: it completes 128 phases, and a wait may look at any of them.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!words = !ttg.memdesc<128xi32, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 4 : i32} {
  tt.func public @copy(%p: tensor<128x!tt.ptr<i32>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %words = ttg.local_alloc : () -> !words
    %bar = ttg.local_alloc : () -> !bar
    ttng.init_barrier %bar, 1 : !bar
    %copy = ttg.async_copy_global_to_local %p, %words : tensor<128x!tt.ptr<i32>, #blocked> -> !words
    // expected-error@below {{early-arrival: ttng.async_copy_mbarrier_arrive of default arrives on %bar when its phase takes no more: 127 arrivals are too many}}
    ttng.async_copy_mbarrier_arrive %bar {noIncrement} : !bar
    ttng.wait_barrier %bar, %c0 : !bar
    %x = ttg.local_load %words : !words -> tensor<128xi32, #blocked>
    tt.store %p, %x : tensor<128x!tt.ptr<i32>, #blocked>
    tt.return
  }
}
