// RUN: fencepost lint %s --verify-diagnostics
// Nothing is used between two waits, of which the second waits for all. Their results are tokens, which only say what stands behind the wait.
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @copies(%p: tensor<64x64x!tt.ptr<f16>, #mma>) -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> {
    %a = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %c = ttg.async_copy_global_to_local %p, %a : tensor<64x64x!tt.ptr<f16>, #mma> -> <64x64xf16, #shared, #smem, mutable>
    %g = ttg.async_commit_group tokens %c
    %b = ttg.local_alloc {allocation.offset = 8192 : i32} : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %d = ttg.async_copy_global_to_local %p, %b : tensor<64x64x!tt.ptr<f16>, #mma> -> <64x64xf16, #shared, #smem, mutable>
    %h = ttg.async_commit_group tokens %d
    // expected-warning@below {{redundant-wait}}
    %w = ttg.async_wait %g {num = 1 : i32}
    // expected-note@below {{waited for here}}
    %x = ttg.async_wait %h {num = 0 : i32}
    ttg.barrier local
    %v = ttg.local_load %a token %x : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
    tt.return %v : tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  }
}
