// RUN: fencepost lint %s --verify-diagnostics
// Before allocation two buffers whose lives do not meet may share their place.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @large(%x: tensor<256x256xf16>) {
    %a0 = ttg.local_alloc : () -> !ttg.memdesc<256x256xf16, #shared, #smem, mutable>
    ttg.local_store %x, %a0 : tensor<256x256xf16> -> !ttg.memdesc<256x256xf16, #shared, #smem, mutable>
    %a1 = ttg.local_alloc : () -> !ttg.memdesc<256x256xf16, #shared, #smem, mutable>
    ttg.local_store %x, %a1 : tensor<256x256xf16> -> !ttg.memdesc<256x256xf16, #shared, #smem, mutable>
    tt.return
  }
}
