// RUN: fencepost lint %s --verify-diagnostics
// Each warp has waited for what it has stored itself; the thread that starts the product waits for no other warp.
#acc = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#tile_t = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
!a = !ttg.memdesc<128x64xf16, #tile, #smem, mutable>
!b = !ttg.memdesc<64x128xf16, #tile_t, #smem, mutable>
!d = !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
!bar = !ttg.memdesc<1xi64, #plain, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.shared = 32776 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%v: tensor<128x128xf32, #acc>, %p: tensor<128x128x!tt.ptr<f32>, #acc>) {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %a = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !a
    %b = ttg.local_alloc {allocation.offset = 16384 : i32} : () -> !b
    %done = ttg.local_alloc {allocation.offset = 32768 : i32} : () -> !bar
    %d = ttng.tmem_alloc {tensor_memory_col_offset = 0 : i32, tensor_memory_row_offset = 0 : i32} : () -> !d
    ttng.init_barrier %done, 1 : !bar
    ttng.tmem_store %v, %d, %true : tensor<128x128xf32, #acc> -> !d // expected-note {{default writes here}}
    ttng.tmem_wait store
    // expected-error@below {{missing-barrier: ttng.tc_gen5_mma of default may write %d while the ttng.tmem_store of default on line 22 writes it: each warp or thread has waited for its own share of it alone; all must meet at a barrier between}}
    ttng.tc_gen5_mma %a, %b, %d[], %true, %true : !a, !b, !d
    ttng.tc_gen5_commit %done, %true : !bar
    ttng.wait_barrier %done, %c0, %true : !bar
    %r = ttng.tmem_load %d : !d -> tensor<128x128xf32, #acc>
    ttng.tmem_wait load
    tt.store %p, %r : tensor<128x128x!tt.ptr<f32>, #acc>
    tt.return
  }
}
