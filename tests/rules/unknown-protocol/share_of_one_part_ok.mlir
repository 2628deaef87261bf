// RUN: fencepost lint %s --verify-diagnostics --min-level information
// Each workgroup copies its half of the rows into its own memory.
#b = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [0, 1], CGALayout = [[1, 0]]}>
#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
!rows = tensor<64xi32, #ttg.slice<{dim = 1, parent = #b}>>
!bars = !ttg.memdesc<2xi64, #bar, #smem, mutable>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%d: !tt.tensordesc<1x128xf16, #tile>, %rows: !rows) {
    %c0 = arith.constant 0 : i32
    %true = arith.constant true
    %all = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x128xf16, #tile, #smem, mutable>
    %bar = ttg.local_alloc {allocation.offset = 32768 : i32} : () -> !bars
    ttng.init_barrier %bar, 1 : !bars
    ttng.fence_mbarrier_init_release_cluster
    ttng.cluster_barrier
    ttng.barrier_expect %bar, 8192, %true : !bars
    ttng.async_tma_gather %d[%rows, %c0] %all, %bar, %true : !tt.tensordesc<1x128xf16, #tile>, !rows, i32, !bars, !ttg.memdesc<64x128xf16, #tile, #smem, mutable>, i1
    ttng.wait_barrier %bar, %c0, %true : !bars
    ttng.cluster_barrier
    tt.return
  }
}
