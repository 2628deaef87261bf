// RUN: fencepost lint %s --verify-diagnostics
// The fence stands before the arrival that the other partition waits for.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<2xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<256xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @store(%d: !tt.tensordesc<256xf16, #shared>) {
    %c0 = arith.constant 0 : i32
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %full = ttg.local_alloc {allocation.offset = 256 : i32} : () -> !bar
    ttng.init_barrier %full, 1 : !bar
    ttng.fence_mbarrier_init_release_cluster
    ttng.cluster_barrier {relaxed = true}
    ttg.warp_specialize(%tile, %full, %d) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      %v = arith.constant dense<1.0> : tensor<256xf16, #blocked>
      ttg.local_store %v, %tile : tensor<256xf16, #blocked> -> !tile
      ttng.fence_async_shared {bCluster = false}
      ttng.arrive_barrier %full, 1 : !bar
      ttng.cluster_barrier
      ttg.warp_yield
    }
    partition0(%a: !tile, %f: !bar, %e: !tt.tensordesc<256xf16, #shared>) num_warps(4) {
      %p0 = arith.constant 0 : i32
      ttng.wait_barrier %f, %p0 : !bar
      ttng.cluster_barrier
      ttng.async_tma_copy_local_to_global %e[%p0] %a : !tt.tensordesc<256xf16, #shared>, !tile
      ttng.async_tma_store_wait {pendings = 0 : i32}
      ttg.warp_return
    } : (!tile, !bar, !tt.tensordesc<256xf16, #shared>) -> ()
    ttng.cluster_barrier
    tt.return
  }
}
