// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// One workgroup stores a tensor that two of them hold: each expects its half.
#whole = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[0]]}>
#half = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<2xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<256xi32, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 4 : i32} {
  tt.func public @send(%v: tensor<256xi32, #whole>, %p: tensor<256x!tt.ptr<i32>, #half>) {
    %t = arith.constant true
    %c0 = arith.constant 0 : i32
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %full = ttg.local_alloc {allocation.offset = 512 : i32} : () -> !bar
    ttng.init_barrier %full, 1 : !bar
    ttng.fence_mbarrier_init_release_cluster
    ttng.cluster_barrier {relaxed = true}
    ttng.barrier_expect %full, 512, %t : !bar
    ttng.cluster_barrier
    %rank = tt.elementwise_inline_asm "mov.u32 $0, %cluster_ctarank;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
    %is_first = arith.cmpi eq, %rank, %c0 : i32
    scf.if %is_first {
      ttng.async_shared_store %v, %tile, %full : tensor<256xi32, #whole> -> !tile, !bar
    }
    ttng.wait_barrier %full, %c0, %t : !bar
    %x = ttg.local_load %tile : !tile -> tensor<256xi32, #half>
    tt.store %p, %x : tensor<256x!tt.ptr<i32>, #half>
    ttng.cluster_barrier
    tt.return
  }
}
