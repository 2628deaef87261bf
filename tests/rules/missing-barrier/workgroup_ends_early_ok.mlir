// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// Both wait for the product; that they meet before they end Triton sees to.
#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[0, 1]]}>
#one = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, CGALayout = [[1, 0]], twoCTAs = true>
!a = !ttg.memdesc<256x128xf16, #a, #smem, mutable>
!b = !ttg.memdesc<128x128xf16, #b, #smem, mutable>
!acc = !ttg.memdesc<256x128xf32, #tmem, #ttng.tensor_memory, mutable>
!barrier = !ttg.memdesc<2xi64, #one, #smem, mutable>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = true} {
  tt.func public @product() {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %a = ttg.local_alloc : () -> !a
    %b = ttg.local_alloc : () -> !b
    %acc = ttng.tmem_alloc : () -> !acc
    %done = ttg.local_alloc : () -> !barrier
    ttng.init_barrier %done, 1 : !barrier
    %t = ttng.tc_gen5_mma %a, %b, %acc[], %true, %true {multicast, two_ctas} : !a, !b, !acc
    ttng.tc_gen5_commit %done, %true descs %a, %b : !barrier, !a, !b
    ttng.wait_barrier %done, %c0 : !barrier
    tt.return
  }
}
