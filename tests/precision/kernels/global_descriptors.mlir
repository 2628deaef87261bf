// RUN: fencepost lint %s --target=gfx1250 --ignore=redundant-barrier,redundant-wait --verify-diagnostics
// Two descriptors of global memory: the copy out of the last iteration may still be under way when the next one copies in, and that is no matter of this workgroup.
#tile = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @through(%in: !tt.ptr<f16>, %out: !tt.ptr<f16>, %rows: i32, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %unit = arith.constant 1 : i64
    %from = tt.make_tensor_descriptor %in, [%rows, %rows], [%unit, %unit] : <f16>, <64x64xf16, #tile>
    %to = tt.make_tensor_descriptor %out, [%rows, %rows], [%unit, %unit] : <f16>, <64x64xf16, #tile>
    %a = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x64xf16, #tile, #smem, mutable>
    %b = ttg.local_alloc {allocation.offset = 8192 : i32} : () -> !ttg.memdesc<64x64xf16, #tile, #smem, mutable>
    scf.for %i = %zero to %n step %one : i32 {
      %token = amdg.async_tdm_copy_global_to_local %from into %a : !tt.tensordesc<64x64xf16, #tile> -> !ttg.memdesc<64x64xf16, #tile, #smem, mutable>
      %landed = amdg.async_tdm_intrinsic_wait %token {count = 0 : i32}
      ttg.barrier local
      %copied = amdg.async_tdm_copy_local_to_global %to from %a : !ttg.memdesc<64x64xf16, #tile, #smem, mutable> -> !tt.tensordesc<64x64xf16, #tile>
      %read = amdg.async_tdm_intrinsic_wait %copied {count = 0 : i32}
      ttg.barrier local
      %again = amdg.async_tdm_copy_local_to_global %to from %b : !ttg.memdesc<64x64xf16, #tile, #smem, mutable> -> !tt.tensordesc<64x64xf16, #tile>
    }
    tt.return
  }
}
