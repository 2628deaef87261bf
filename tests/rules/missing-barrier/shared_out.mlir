// RUN: fencepost lint %s --verify-diagnostics
// The hint names the waves that copy; which part of the tile each has is not told. But each row is an operand of two waves, and one of them has not copied it.
#mma = #ttg.amd_wmma<{version = 3, isTranspose = true, ctaLayout = {warp = [[0, 1], [1, 0]]}, instrShape = [16, 16, 32]}>
#shared = #ttg.padded_shared<[64:+8] {order = [1, 0], shape = [32, 64]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @operand(%from: !tt.tensordesc<32x64xf16, #shared>, %n: i32) -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>> {
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<32x64xf16, #shared, #smem, mutable>
    %t = amdg.async_tdm_copy_global_to_local %from into %tile {warp_used_hint = 3 : i32} : !tt.tensordesc<32x64xf16, #shared> -> !ttg.memdesc<32x64xf16, #shared, #smem, mutable>
    // expected-note@above {{copied}}
    %w = amdg.async_tdm_intrinsic_wait {count = 0 : i32, ttg.num_tdm_ops = 0 : i32}
    // expected-error@below {{missing-barrier: ttg.local_load may read %tile before another thread's amdg.async_tdm_copy_global_to_local on line 9}}
    %a = ttg.local_load %tile : !ttg.memdesc<32x64xf16, #shared, #smem, mutable> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>>
    ttg.barrier local
    %u = amdg.async_tdm_copy_global_to_local %from into %tile {warp_used_hint = 3 : i32} : !tt.tensordesc<32x64xf16, #shared> -> !ttg.memdesc<32x64xf16, #shared, #smem, mutable>
    %v = amdg.async_tdm_intrinsic_wait {count = 0 : i32, ttg.num_tdm_ops = 0 : i32}
    tt.return %a : tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>>
  }
  // The two slices have rows 8 to 15 in common: a wave's part of one is perhaps another wave's part of the other.
  tt.func public @half_a_tile(%from: !tt.tensordesc<16x64xf16, #shared>) -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>> {
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<32x64xf16, #shared, #smem, mutable>
    %low = ttg.memdesc_subslice %tile[0, 0] : !ttg.memdesc<32x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<16x64xf16, #shared, #smem, mutable, 32x64>
    %mid = ttg.memdesc_subslice %tile[8, 0] : !ttg.memdesc<32x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<16x64xf16, #shared, #smem, mutable, 32x64>
    %t = amdg.async_tdm_copy_global_to_local %from into %low {warp_used_hint = 3 : i32} : !tt.tensordesc<16x64xf16, #shared> -> !ttg.memdesc<16x64xf16, #shared, #smem, mutable, 32x64>
    // expected-note@above {{copied}}
    %w = amdg.async_tdm_intrinsic_wait {count = 0 : i32, ttg.num_tdm_ops = 0 : i32}
    // expected-information@below {{missing-barrier}}
    %u = amdg.async_tdm_copy_global_to_local %from into %mid {warp_used_hint = 3 : i32} : !tt.tensordesc<16x64xf16, #shared> -> !ttg.memdesc<16x64xf16, #shared, #smem, mutable, 32x64>
    %v = amdg.async_tdm_intrinsic_wait {count = 0 : i32, ttg.num_tdm_ops = 0 : i32}
    ttg.barrier local
    %a = ttg.local_load %tile : !ttg.memdesc<32x64xf16, #shared, #smem, mutable> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>>
    tt.return %a : tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>>
  }
}
