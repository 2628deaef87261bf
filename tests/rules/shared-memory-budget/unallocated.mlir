// RUN: fencepost lint %s --verify-diagnostics
// Before allocation a single buffer that is too large never fits.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // expected-error@below {{shared-memory-budget: the kernel needs 262144 bytes}}
  tt.func public @large(%x: tensor<512x256xf16>) {
    // expected-note@below {{262144 bytes}}
    %a0 = ttg.local_alloc : () -> !ttg.memdesc<512x256xf16, #shared, #smem, mutable>
    ttg.local_store %x, %a0 : tensor<512x256xf16> -> !ttg.memdesc<512x256xf16, #shared, #smem, mutable>
    tt.return
  }
}
