// RUN: fencepost lint %s --verify-diagnostics
// Copies that differ in their descriptors and slots alone part a tile among the waves alike: a wave copies over what it has copied itself.
#mma = #ttg.amd_wmma<{version = 3, isTranspose = true, ctaLayout = {warp = [[0, 1], [1, 0]]}, instrShape = [16, 16, 32]}>
#shared = #ttg.padded_shared<[64:+8] {order = [1, 0], shape = [32, 64]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @operand(%from: !tt.tensordesc<32x64xf16, #shared>) -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>> {
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<32x64xf16, #shared, #smem, mutable>
    %t = amdg.async_tdm_copy_global_to_local %from into %tile : !tt.tensordesc<32x64xf16, #shared> -> !ttg.memdesc<32x64xf16, #shared, #smem, mutable>
    %w = amdg.async_tdm_intrinsic_wait {count = 0 : i32, ttg.num_tdm_ops = 0 : i32}
    ttg.barrier local
    %a = ttg.local_load %tile : !ttg.memdesc<32x64xf16, #shared, #smem, mutable> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>>
    tt.return %a : tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>>
  }
  tt.func public @twice(%from: !tt.tensordesc<32x64xf16, #shared>, %other: !tt.tensordesc<32x64xf16, #shared>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c3 = arith.constant 3 : i32
    %ring = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<3x32x64xf16, #shared, #smem, mutable>
    %first = ttg.memdesc_index %ring[%c0] : !ttg.memdesc<3x32x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<32x64xf16, #shared, #smem, mutable>
    %t = amdg.async_tdm_copy_global_to_local %from into %first : !tt.tensordesc<32x64xf16, #shared> -> !ttg.memdesc<32x64xf16, #shared, #smem, mutable>
    %w = amdg.async_tdm_intrinsic_wait {count = 0 : i32, ttg.num_tdm_ops = 0 : i32}
    scf.for %i = %c0 to %n step %c1 : i32 {
      %s = arith.remsi %i, %c3 : i32
      %slot = ttg.memdesc_index %ring[%s] : !ttg.memdesc<3x32x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<32x64xf16, #shared, #smem, mutable>
      %u = amdg.async_tdm_copy_global_to_local %other into %slot : !tt.tensordesc<32x64xf16, #shared> -> !ttg.memdesc<32x64xf16,
          #shared, #smem, mutable>
      %v = amdg.async_tdm_intrinsic_wait {count = 0 : i32, ttg.num_tdm_ops = 0 : i32}
    }
    tt.return
  }
}
