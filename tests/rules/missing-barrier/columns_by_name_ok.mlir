// RUN: fencepost lint %s --verify-diagnostics
// Two streams store the two halves of a tile of tensor memory; the half is said by its first column under its older name.
#linear = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = []}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!whole = !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
!half = !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable, 128x128>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @halves() {
    %c0 = arith.constant 0 : i32
    %true = arith.constant true
    %d = ttng.tmem_alloc {tensor_memory_col_offset = 0 : i32, tensor_memory_row_offset = 0 : i32} : () -> !whole
    %stored = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !bar
    ttng.init_barrier %stored, 1 : !bar
    ttg.barrier local
    ttg.warp_specialize(%d, %stored) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      %v = arith.constant dense<0.0> : tensor<128x64xf32, #linear>
      %left = ttng.tmem_subslice %d {N = 0 : i32} : !whole -> !half
      ttng.tmem_store %v, %left, %true : tensor<128x64xf32, #linear> -> !half
      ttng.wait_barrier %stored, %c0 : !bar
      ttg.warp_yield
    }
    partition0(%e: !whole, %s: !bar) num_warps(4) {
      %t = arith.constant true
      %v = arith.constant dense<1.0> : tensor<128x64xf32, #linear>
      %right = ttng.tmem_subslice %e {N = 64 : i32} : !whole -> !half
      ttng.tmem_store %v, %right, %t : tensor<128x64xf32, #linear> -> !half
      ttng.arrive_barrier %s, 1 : !bar
      ttg.warp_return
    } : (!whole, !bar) -> ()
    tt.return
  }
}
