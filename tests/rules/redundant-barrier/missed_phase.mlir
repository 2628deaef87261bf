// RUN: fencepost lint %s --select=redundant-barrier --min-level=warning --verify-diagnostics
// All warps have passed the wait at the barrier before it: one of the two is enough.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @products(%x: !ttg.memdesc<128x64xf16, #shared, #smem>, %y: !ttg.memdesc<64x64xf16, #shared, #smem>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %done = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %acc = ttng.tmem_alloc : () -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    ttng.init_barrier %done, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.barrier local
    scf.for %i = %c0 to %n step %c1 : i32 {
      %phase = arith.andi %i, %c1 : i32
      %t = ttng.tc_gen5_mma %x, %y, %acc[], %true, %true, %done[%true] {is_async} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.wait_barrier %done, %phase, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      // expected-note@below {{ordered here; one of the two is enough}}
      ttg.barrier local
      // expected-warning@below {{redundant-barrier}}
      ttg.barrier local
    }
    tt.return
  }
}
