// RUN: fencepost fix --unsafe-fixes
// Nothing tells when the product is done, for which the loop waits.
#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#rows = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!operand = !ttg.memdesc<128x128xf16, #nv, #smem, mutable>
!sum = !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @products(%d: !tt.tensordesc<128x128xf16, #nv>, %p: tensor<128x128x!tt.ptr<f32>, #rows>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %true = arith.constant true
    %a = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !operand
    %b = ttg.local_alloc {allocation.offset = 32768 : i32} : () -> !operand
    %done = ttg.local_alloc {allocation.offset = 65536 : i32} : () -> !bar
    %full = ttg.local_alloc {allocation.offset = 65544 : i32} : () -> !bar
    %sum = ttng.tmem_alloc {tensor_memory_col_offset = 0 : i32, tensor_memory_row_offset = 0 : i32} : () -> !sum
    ttng.init_barrier %done, 1 : !bar
    ttng.init_barrier %full, 1 : !bar
    ttg.barrier local
    scf.for %i = %c0 to %c8 step %c1 : i32 {
      %ph = arith.andi %i, %c1 : i32
      ttng.barrier_expect %full, 65536, %true : !bar
      ttng.async_tma_copy_global_to_local %d[%c0, %i] %a, %full, %true : !tt.tensordesc<128x128xf16, #nv>, !bar -> !operand
      ttng.async_tma_copy_global_to_local %d[%i, %c0] %b, %full, %true : !tt.tensordesc<128x128xf16, #nv>, !bar -> !operand
      ttng.wait_barrier %full, %ph, %true : !bar
      %t = ttng.tc_gen5_mma %a, %b, %sum[], %true, %true : !operand, !operand, !sum
      ttng.tc_gen5_commit %done : !bar
      ttng.wait_barrier %done, %ph, %true : !bar
    }
    %v = ttng.tmem_load %sum : !sum -> tensor<128x128xf32, #rows>
    tt.store %p, %v : tensor<128x128x!tt.ptr<f32>, #rows>
    tt.return
  }
}
