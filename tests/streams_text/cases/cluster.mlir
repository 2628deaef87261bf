// Two workgroups: a barrier that they share lives in the first, a copy that both receive is started once, their product is one.
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#both = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[0, 0]]}>
#one = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[0]]}>
#each = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, CGALayout = [[1, 0]], twoCTAs = true>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = true} {
  tt.func public @cluster(%da: !tt.tensordesc<256x64xf16, #shared>, %db: !tt.tensordesc<64x64xf16, #both>) {
    %c0 = arith.constant 0 : i32
    %true = arith.constant true
    %a = ttg.local_alloc : () -> !ttg.memdesc<256x64xf16, #shared, #smem, mutable>
    %b = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #both, #smem, mutable>
    %d = ttng.tmem_alloc : () -> !ttg.memdesc<256x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %full = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #one, #smem, mutable>
    %done = ttg.local_alloc : () -> !ttg.memdesc<2xi64, #each, #smem, mutable>
    ttng.init_barrier %full, 1 : !ttg.memdesc<1xi64, #one, #smem, mutable>
    ttng.init_barrier %done, 1 : !ttg.memdesc<2xi64, #each, #smem, mutable>
    ttng.fence_mbarrier_init_release_cluster
    ttng.cluster_barrier {relaxed = true}
    ttng.barrier_expect %full, 24576, %true : !ttg.memdesc<1xi64, #one, #smem, mutable>
    ttng.async_tma_copy_global_to_local %da[%c0, %c0] %a, %full, %true : !tt.tensordesc<256x64xf16, #shared>, !ttg.memdesc<1xi64, #one, #smem, mutable> -> !ttg.memdesc<256x64xf16, #shared, #smem, mutable>
    ttng.async_tma_copy_global_to_local %db[%c0, %c0] %b, %full, %true {multicast} : !tt.tensordesc<64x64xf16, #both>, !ttg.memdesc<1xi64, #one, #smem, mutable> -> !ttg.memdesc<64x64xf16, #both, #smem, mutable>
    ttng.wait_barrier %full, %c0, %true : !ttg.memdesc<1xi64, #one, #smem, mutable>
    %t = ttng.tc_gen5_mma %a, %b, %d[], %true, %true {multicast, two_ctas} : !ttg.memdesc<256x64xf16, #shared, #smem, mutable>, !ttg.memdesc<64x64xf16, #both, #smem, mutable>, !ttg.memdesc<256x64xf32, #tmem, #ttng.tensor_memory, mutable>
    ttng.tc_gen5_commit %done, %true : !ttg.memdesc<2xi64, #each, #smem, mutable>
    ttng.wait_barrier %done, %c0, %true : !ttg.memdesc<2xi64, #each, #smem, mutable>
    %v = ttng.tmem_load %d : !ttg.memdesc<256x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<256x64xf32>
    tt.return
  }
}
