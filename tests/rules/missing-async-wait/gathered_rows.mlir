// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// Rows that are gathered land later, as those of a tile do.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#rows = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [32, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<32x64xf16, #shared, #smem, mutable>
!desc = !tt.tensordesc<32x64xf16, #shared>
!value = tensor<32x64xf16, #blocked>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @rows(%from: !desc, %rows: tensor<32xi32, #rows>) -> !value {
    %tile = ttg.local_alloc : () -> !tile
    // expected-note@below {{copied here}}
    // expected-note@below {{copied here}}
    %in = amdg.async_tdm_gather %from[%rows] to %tile : tensor<32xi32, #rows>, !tile -> !desc
    ttg.barrier local // expected-warning {{ineffective-barrier}}
    // expected-error@below {{missing-async-wait}}
    %x = ttg.local_load %tile : !tile -> !value
    %done = amdg.async_tdm_wait {num = 0 : i32}
    tt.return %x : !value
  }
}
