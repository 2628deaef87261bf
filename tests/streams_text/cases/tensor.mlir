// Products into two halves of tensor memory, a commit behind them, and tiles handed out until a loaded flag says stop.
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared_t = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#barriers = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @tensor(%flags: !tt.ptr<i1>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %false = arith.constant false
    %a = ttg.local_alloc : () -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    %b = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %bt = ttg.memdesc_trans %b {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared_t, #smem, mutable>
    %d = ttng.tmem_alloc {tensor_memory_col_offset = 0 : i32, tensor_memory_row_offset = 0 : i32} : () -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
    %done = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #barriers, #smem, mutable>
    ttng.init_barrier %done, 2 : !ttg.memdesc<1xi64, #barriers, #smem, mutable>
    %right = ttng.tmem_subslice %d {offset = 64 : i32} : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable, 128x128>
    %end = scf.while (%phase = %c0) : (i32) -> i32 {
      %more = tt.load %flags : !tt.ptr<i1>
      scf.condition(%more) %phase : i32
    } do {
    ^bb0(%phase: i32):
      %t = ttng.tc_gen5_mma %a, %bt, %right[], %false, %true, %done[%true] {is_async} : !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<64x64xf16, #shared_t, #smem, mutable>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable, 128x128>, !ttg.memdesc<1xi64, #barriers, #smem, mutable>
      ttng.tc_gen5_commit %done : !ttg.memdesc<1xi64, #barriers, #smem, mutable>
      ttng.wait_barrier %done, %phase : !ttg.memdesc<1xi64, #barriers, #smem, mutable>
      %v = ttng.tmem_load %right : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable, 128x128> -> tensor<128x64xf32>
      %other = arith.xori %phase, %c1 : i32
      scf.yield %other : i32
    }
    ttng.inval_barrier %done : !ttg.memdesc<1xi64, #barriers, #smem, mutable>
    tt.return
  }
}
