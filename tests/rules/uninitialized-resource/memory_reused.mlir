// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// The allocator has put an array where a barrier lies that nobody uses any more: a barrier has to be ended before its memory serves for something else.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#wide = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!words = !ttg.memdesc<128xi32, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 4 : i32} {
  tt.func public @reuse(%p: tensor<128x!tt.ptr<i32>, #blocked>, %q: tensor<128x!tt.ptr<i32>, #wide>) {
    %c0 = arith.constant 0 : i32
    %v = arith.constant dense<7> : tensor<128xi32, #blocked>
    %others = ttg.local_alloc %v {allocation.offset = 512 : i32} : (tensor<128xi32, #blocked>) -> !words
    %bar = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !bar
    // expected-note@below {{initialised here}}
    ttng.init_barrier %bar, 1 : !bar
    ttg.barrier local
    ttng.arrive_barrier %bar, 1 : !bar
    ttng.wait_barrier %bar, %c0 : !bar
    ttg.barrier local
    %y = ttg.local_load %others : !words -> tensor<128xi32, #wide>
    tt.store %q, %y : tensor<128x!tt.ptr<i32>, #wide>
    // expected-warning@below {{uninitialized-resource: ttg.local_alloc of default writes over %bar}}
    %words = ttg.local_alloc %v {allocation.offset = 0 : i32} : (tensor<128xi32, #blocked>) -> !words
    %x = ttg.local_load %words : !words -> tensor<128xi32, #blocked>
    tt.store %p, %x : tensor<128x!tt.ptr<i32>, #blocked>
    tt.return
  }
}
