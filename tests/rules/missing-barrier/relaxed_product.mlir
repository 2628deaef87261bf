// RUN: fencepost lint %s --target sm_100 --verify-diagnostics --min-level warning
// A relaxed barrier of the cluster orders no memory. On the chip the own stores are over all the same: they are fenced for the product.
#a = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#b = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16, CGALayout = [[0, 1]]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#columns = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, CGALayout = [[1, 0]], twoCTAs = true>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 4 : i32, "ttng.two-ctas" = true} {
  tt.func public @kernel(%x: tensor<256x16xf16, #rows>, %y: tensor<16x64xf16, #columns>) {
    %c0 = arith.constant 0 : i32
    %false = arith.constant false
    %true = arith.constant true
    // expected-note@below {{default of workgroup 1 writes here}}
    %a = ttg.local_alloc %x {allocation.offset = 0 : i32} : (tensor<256x16xf16, #rows>) -> !ttg.memdesc<256x16xf16, #a, #smem, mutable>
    // expected-note@below {{default of workgroup 1 writes here}}
    %b = ttg.local_alloc %y {allocation.offset = 4096 : i32} : (tensor<16x64xf16, #columns>) -> !ttg.memdesc<16x64xf16, #b, #smem, mutable>
    ttng.fence_async_shared {bCluster = true}
    %done = ttg.local_alloc {allocation.offset = 5120 : i32} : () -> !ttg.memdesc<2xi64, #bar, #smem, mutable>
    ttng.init_barrier %done, 1 : !ttg.memdesc<2xi64, #bar, #smem, mutable>
    %sum = ttng.tmem_alloc {tensor_memory_col_offset = 0 : i32, tensor_memory_row_offset = 0 : i32} : () -> !ttg.memdesc<256x64xf32, #tmem, #ttng.tensor_memory, mutable>
    ttng.fence_mbarrier_init_release_cluster
    // expected-note@below {{the next that default of workgroup 1 tells others}}
    // expected-note@below {{the last that default of workgroup 0 waits for, the cluster's barrier: it comes from before the access}}
    ttng.cluster_barrier {relaxed = true}
    // expected-warning@below {{missing-barrier: ttng.tc_gen5_mma of default of workgroup 0 may read %a while the ttg.local_alloc of default of workgroup 1}}
    %0 = ttng.tc_gen5_mma %a, %b, %sum[], %false, %true, %done[%true] {is_async, two_ctas} : !ttg.memdesc<256x16xf16, #a, #smem, mutable>, !ttg.memdesc<16x64xf16, #b, #smem, mutable>, !ttg.memdesc<256x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<2xi64, #bar, #smem, mutable>
    ttng.wait_barrier %done, %c0, %true : !ttg.memdesc<2xi64, #bar, #smem, mutable>
    ttng.cluster_barrier
    tt.return
  }
}
