// RUN: fencepost lint %s --verify-diagnostics
// Rows 32 to 63 and rows 0 to 31 share no byte.
#B = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#S = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.shared = 4096 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @slices(%x: tensor<32x32xf16, #B>, %p: tensor<32x32x!tt.ptr<f16>, #B>) {
    %m = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x32xf16, #S, #smem, mutable>
    %a = ttg.memdesc_subslice %m[0, 0] : !ttg.memdesc<64x32xf16, #S, #smem, mutable> -> !ttg.memdesc<32x32xf16, #S, #smem, mutable, 64x32>
    %b = ttg.memdesc_subslice %m[32, 0] : !ttg.memdesc<64x32xf16, #S, #smem, mutable> -> !ttg.memdesc<32x32xf16, #S, #smem, mutable, 64x32>
    ttg.local_store %x, %a : tensor<32x32xf16, #B> -> !ttg.memdesc<32x32xf16, #S, #smem, mutable, 64x32>
    %y = ttg.local_load %b : !ttg.memdesc<32x32xf16, #S, #smem, mutable, 64x32> -> tensor<32x32xf16, #B>
    tt.store %p, %y : tensor<32x32x!tt.ptr<f16>, #B>
    ttg.local_store %x, %a : tensor<32x32xf16, #B> -> !ttg.memdesc<32x32xf16, #S, #smem, mutable, 64x32>
    tt.return
  }
}
