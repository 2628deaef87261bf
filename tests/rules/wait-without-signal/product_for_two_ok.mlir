// RUN: fencepost lint %s --min-level warning --verify-diagnostics
// The product arrives on two barriers. Its partitions have no warps yet.
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#right = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#bars = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
!bar = !ttg.memdesc<1xi64, #bars, #smem, mutable>
!bars = !ttg.memdesc<2x1xi64, #bars, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @product(%a: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, %b: !ttg.memdesc<64x128xf16, #right, #smem, mutable>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %d = ttng.tmem_alloc : () -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
    %free = ttg.local_alloc : () -> !bar
    ttng.init_barrier %free, 1 : !bar
    %done = ttg.local_alloc : () -> !bars
    %first = ttg.memdesc_index %done[%c0] : !bars -> !bar
    ttng.init_barrier %first, 1 : !bar
    %g = nvws.warp_group
    partition0 num_warps(4) {
      %slot = ttg.memdesc_index %done[%c0] : !bars -> !bar
      ttng.wait_barrier %slot, %c0 : !bar
      nvws.warp_group.yield %c0 : i32
    }
    partition1 num_warps(4) {
      %slot = ttg.memdesc_index %done[%c0] : !bars -> !bar
      ttng.tc_gen5_mma %a, %b, %d, %true, %true, %free[%true], %slot[%true] {is_async} : !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<64x128xf16, #right, #smem, mutable>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !bar, !bar
      nvws.warp_group.return
    } : i32
    tt.return
  }
}
