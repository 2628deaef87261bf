// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// What is copied out of workgroup memory is read later: the group is not waited for before the tile is written again.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#other = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [1, 0]}>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<32x64xf16, #shared, #smem, mutable>
!value = tensor<32x64xf16, #blocked>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @out(%to: tensor<32x64x!tt.ptr<f16>, #blocked>, %x: !value, %y: tensor<32x64xf16, #other>) {
    %tile = ttg.local_alloc : () -> !tile
    ttg.local_store %x, %tile : !value -> !tile
    ttg.barrier local
    // expected-note@below {{copied here}}
    // expected-note@below {{read here}}
    %out = amdg.async_copy_local_to_global %tile, %to : !tile -> tensor<32x64x!tt.ptr<f16>, #blocked>
    %group = ttg.async_commit_group tokens %out
    ttg.barrier local // expected-warning {{ineffective-barrier}}
    // expected-error@below {{missing-async-wait}}
    ttg.local_store %y, %tile : tensor<32x64xf16, #other> -> !tile
    %done = ttg.async_wait {num = 0 : i32}
    tt.return
  }
}
