// RUN: fencepost lint %s --verify-diagnostics
// Before membar the barrier is still to come; a wait for the copy is not: no pass places one.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
  tt.func public @copy(%p: tensor<128x!tt.ptr<f32>, #blocked>) -> tensor<128xf32, #blocked> {
    %buffer = ttg.local_alloc : () -> !ttg.memdesc<128xf32, #shared, #smem, mutable>
    // expected-note@below {{copied here}}
    %c = ttg.async_copy_global_to_local %p, %buffer : tensor<128x!tt.ptr<f32>, #blocked> -> <128xf32, #shared, #smem, mutable>
    %g = ttg.async_commit_group tokens %c
    // expected-error@below {{missing-async-wait: ttg.local_load may read %buffer before the ttg.async_copy_global_to_local on line 10 has landed: nothing waits for it; ttg.async_wait with a count of 0 must come between}}
    %y = ttg.local_load %buffer : !ttg.memdesc<128xf32, #shared, #smem, mutable> -> tensor<128xf32, #blocked>
    tt.return %y : tensor<128xf32, #blocked>
  }
  tt.func public @other(%p: tensor<128x!tt.ptr<f32>, #blocked>) -> tensor<128xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> {
    %buffer = ttg.local_alloc : () -> !ttg.memdesc<128xf32, #shared, #smem, mutable>
    // expected-note@below {{copied here}}
    %c = ttg.async_copy_global_to_local %p, %buffer : tensor<128x!tt.ptr<f32>, #blocked> -> <128xf32, #shared, #smem, mutable>
    %g = ttg.async_commit_group tokens %c
    // expected-error@below {{missing-async-wait: ttg.local_load may read %buffer before the ttg.async_copy_global_to_local on line 19 has landed: nothing waits for it; ttg.async_wait with a count of 0 must come between}}
    %y = ttg.local_load %buffer : !ttg.memdesc<128xf32, #shared, #smem, mutable> -> tensor<128xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    tt.return %y : tensor<128xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
  }
}
