// RUN: fencepost lint %s --barriers=placed --verify-diagnostics
// Each of four waves copies 16 of the 64 rows, in order; a wave that then reads the columns of all rows has waited for its own copy only.
#columns = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [1, 0]}>
#shared = #ttg.padded_shared<[32:+8] {order = [1, 0], shape = [64, 32]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.shared = 5120 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @rows(%d: !tt.tensordesc<64x32xf16, #shared>) -> tensor<64x32xf16, #columns> {
    %m = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
    // expected-note@below {{copied here}}
    %c = amdg.async_tdm_copy_global_to_local %d into %m : !tt.tensordesc<64x32xf16, #shared> -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
    %w = amdg.async_tdm_wait %c {num = 0 : i32}
    // expected-error@below {{missing-barrier: ttg.local_load may read %m before another thread's amdg.async_tdm_copy_global_to_local on line 10 has landed}}
    %y = ttg.local_load %m : !ttg.memdesc<64x32xf16, #shared, #smem, mutable> -> tensor<64x32xf16, #columns>
    tt.return %y : tensor<64x32xf16, #columns>
  }
}
