// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// Two copies go as one, and both buffers are written later; the wait lets it stay.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<32x64xf16, #shared, #smem, mutable>
!desc = !tt.tensordesc<32x64xf16, #shared>
!value = tensor<32x64xf16, #blocked>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @pair(%a: !desc, %b: !desc) -> (!value, !value) {
    %first = ttg.local_alloc : () -> !tile
    %second = ttg.local_alloc : () -> !tile
    // expected-note@below {{starts it here}}
    // expected-note@below {{starts it here}}
    // expected-note@below {{the last copy}}
    %in = amdg.async_tdm_fused_copy_global_to_local %a, %b into %first, %second {warp_used_hints = array<i32: 3, 12>} : !desc, !desc -> !tile, !tile
    %some = amdg.async_tdm_wait {num = 1 : i32} // expected-warning {{redundant-wait}}
    ttg.barrier local
    // expected-error@below {{missing-async-wait: ttg.local_load of default may read %first before}}
    %x = ttg.local_load %first : !tile -> !value
    // expected-error@below {{missing-async-wait: ttg.local_load of default may read %second before}}
    %y = ttg.local_load %second : !tile -> !value
    %done = amdg.async_tdm_wait {num = 0 : i32}
    tt.return %x, %y : !value, !value
  }
}
