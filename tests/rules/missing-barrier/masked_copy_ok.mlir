// RUN: fencepost lint %s --verify-diagnostics
// The barrier lets all waves see what was copied, whatever the masks leave out.
#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#pairs = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [2, 2], order = [1, 0]}>
#linear = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx950", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @masked(%p: tensor<64x32x!tt.ptr<f16>, #rows>, %m: tensor<64x32xi1, #rows>, %o: tensor<64x32xf16, #rows>) -> tensor<64x32xf16, #pairs> {
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x32xf16, #linear, #smem, mutable>
    %c = ttg.async_copy_global_to_local %p, %tile mask %m : tensor<64x32x!tt.ptr<f16>, #rows> -> <64x32xf16, #linear, #smem, mutable>
    %g = ttg.async_commit_group tokens %c
    %w = ttg.async_wait %g {num = 0 : i32}
    ttg.barrier local
    %y = ttg.local_load %tile token %w : !ttg.memdesc<64x32xf16, #linear, #smem, mutable> -> tensor<64x32xf16, #pairs>
    ttg.barrier local
    ttg.local_store %o, %tile : tensor<64x32xf16, #rows> -> !ttg.memdesc<64x32xf16, #linear, #smem, mutable>
    tt.return %y : tensor<64x32xf16, #pairs>
  }
  tt.func public @filled(%p: tensor<64x32x!tt.ptr<f16>, #rows>, %m: tensor<64x32xi1, #rows>, %o: tensor<64x32xf16, #rows>) -> tensor<64x32xf16, #pairs> {
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x32xf16, #linear, #smem, mutable>
    %c = ttg.async_copy_global_to_local %p, %tile mask %m other %o : tensor<64x32x!tt.ptr<f16>, #rows> -> <64x32xf16, #linear, #smem, mutable>
    %g = ttg.async_commit_group tokens %c
    %w = ttg.async_wait %g {num = 0 : i32}
    ttg.barrier local
    %y = ttg.local_load %tile token %w : !ttg.memdesc<64x32xf16, #linear, #smem, mutable> -> tensor<64x32xf16, #pairs>
    ttg.barrier local
    ttg.local_store %o, %tile : tensor<64x32xf16, #rows> -> !ttg.memdesc<64x32xf16, #linear, #smem, mutable>
    tt.return %y : tensor<64x32xf16, #pairs>
  }
}
