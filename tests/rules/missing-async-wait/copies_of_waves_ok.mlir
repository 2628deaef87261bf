// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// A wave's tensor copies are done in the order of their start, and each wave copies the same part of the tile in and out.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<128x128xf16, #shared, #smem, mutable>
!half = !ttg.memdesc<64x128xf16, #shared, #smem, mutable, 128x128>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @through(%from: !tt.tensordesc<128x128xf16, #shared>, %to: !tt.tensordesc<128x128xf16, #shared>, %part: !tt.tensordesc<64x128xf16, #shared>) {
    %tile = ttg.local_alloc : () -> !tile
    %in = amdg.async_tdm_copy_global_to_local %from into %tile : !tt.tensordesc<128x128xf16, #shared> -> !tile
    %out = amdg.async_tdm_copy_local_to_global %to from %tile : !tile -> !tt.tensordesc<128x128xf16, #shared>
    %done = amdg.async_tdm_wait {num = 0 : i32}
    tt.return
  }
}
