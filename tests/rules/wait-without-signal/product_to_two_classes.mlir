// RUN: fencepost lint %s --target sm_100 --verify-diagnostics
// The same with a count for the fourth, which shares neither operand.
#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[0, 0], [1, 0]]}>
#b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[0, 1], [0, 0]]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1], [2]]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, CGALayout = [[0, 1], [1, 0]]>
module attributes {"ttg.num-ctas" = 4 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel() {
    %c0 = arith.constant 0 : i32
    %false = arith.constant false
    %true = arith.constant true
    %x = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<256x64xf16, #a, #smem, mutable>
    %y = ttg.local_alloc {allocation.offset = 16384 : i32} : () -> !ttg.memdesc<64x128xf16, #b, #smem, mutable>
    %sum = ttng.tmem_alloc {tensor_memory_col_offset = 0 : i32, tensor_memory_row_offset = 0 : i32} : () -> !ttg.memdesc<256x128xf32, #tmem, #ttng.tensor_memory, mutable>
    %done = ttg.local_alloc {allocation.offset = 32768 : i32} : () -> !ttg.memdesc<4xi64, #bar, #smem, mutable>
    ttng.init_barrier %done, 4 : !ttg.memdesc<4xi64, #bar, #smem, mutable>
    ttng.fence_mbarrier_init_release_cluster
    ttng.cluster_barrier {relaxed = true}
    %0 = ttng.tc_gen5_mma %x, %y, %sum[], %false, %true, %done[%true] {is_async, multicast} : !ttg.memdesc<256x64xf16, #a, #smem, mutable>, !ttg.memdesc<64x128xf16, #b, #smem, mutable>, !ttg.memdesc<256x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<4xi64, #bar, #smem, mutable>
    // expected-error@below {{wait-without-signal: default of workgroup 0 waits for ever for the phase of parity 0 of %done of workgroup 0, which still takes 1 arrival}}
    // expected-note@below {{default of workgroup 1 waits here for %done of workgroup 1, parity 0}}
    // expected-note@below {{default of workgroup 2 waits here for %done of workgroup 2, parity 0}}
    // expected-note@below {{default of workgroup 3 waits here for %done of workgroup 3, parity 0}}
    ttng.wait_barrier %done, %c0, %true : !ttg.memdesc<4xi64, #bar, #smem, mutable>
    ttng.cluster_barrier
    tt.return
  }
}
