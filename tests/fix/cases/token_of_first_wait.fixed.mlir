// RUN: fencepost fix %s
// The first wait waits for both groups: the others go, and what used their tokens uses its token.
#blocked = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#other = #ttg.blocked<{sizePerThread = [32], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx950", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @epilogue(%p: tensor<2048x!tt.ptr<f16>, #blocked>) {
    %a = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<2048xf16, #shared, #smem, mutable>
    %b = ttg.local_alloc {allocation.offset = 4096 : i32} : () -> !ttg.memdesc<2048xf16, #shared, #smem, mutable>
    %0 = ttg.async_copy_global_to_local %p, %a : tensor<2048x!tt.ptr<f16>, #blocked> -> <2048xf16, #shared, #smem, mutable>
    %1 = ttg.async_commit_group tokens %0
    %2 = ttg.async_copy_global_to_local %p, %b : tensor<2048x!tt.ptr<f16>, #blocked> -> <2048xf16, #shared, #smem, mutable>
    %3 = ttg.async_commit_group tokens %2
    %4 = ttg.async_wait %1 {num = 0 : i32}
    ttg.barrier local
    %5 = ttg.local_load %a token %4 : !ttg.memdesc<2048xf16, #shared, #smem, mutable> -> tensor<2048xf16, #other>
    %7 = ttg.local_load %b token %4 : !ttg.memdesc<2048xf16, #shared, #smem, mutable> -> tensor<2048xf16, #other>
    %9 = ttg.local_load %b token %4 : !ttg.memdesc<2048xf16, #shared, #smem, mutable> -> tensor<2048xf16, #other>
    tt.return
  }
}
