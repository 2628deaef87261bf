// RUN: fencepost fix
// One store may still be under way when its tile is written again.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!bars = !ttg.memdesc<2x1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
!tiles = !ttg.memdesc<2x128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @stores(%d: !tt.tensordesc<128xf16, #shared>) {
    %c0 = arith.constant 0 : i32
    %v = arith.constant dense<1.0> : tensor<128xf16, #blocked>
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %full = ttg.local_alloc {allocation.offset = 256 : i32} : () -> !bar
    ttng.init_barrier %full, 1 : !bar
    ttg.barrier local
    ttng.arrive_barrier %full, 1 : !bar
    ttng.wait_barrier %full, %c0 : !bar
    ttg.local_store %v, %tile : tensor<128xf16, #blocked> -> !tile
    ttng.fence_async_shared {bCluster = false}
    ttg.barrier local
    ttng.async_tma_copy_local_to_global %d[%c0] %tile : !tt.tensordesc<128xf16, #shared>, !tile
    ttng.async_tma_store_wait {pendings = 1 : i32}
    ttg.barrier local
    ttg.local_store %v, %tile : tensor<128xf16, #blocked> -> !tile
    tt.return
  }
}
