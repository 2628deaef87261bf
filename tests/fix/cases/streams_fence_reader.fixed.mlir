// RUN: fencepost fix
// Lanes copy with cp.async, done when nobody knows: a fence behind the copy comes too early, and the reader has it in
// front of its first use.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!bars = !ttg.memdesc<2x1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
!tiles = !ttg.memdesc<2x128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @hand_off(%p: tensor<128x!tt.ptr<f16>, #blocked>, %d: !tt.tensordesc<128xf16, #shared>) {
    %c0 = arith.constant 0 : i32
    %true = arith.constant true
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %full = ttg.local_alloc {allocation.offset = 256 : i32} : () -> !bar
    ttng.init_barrier %full, 128 : !bar
    ttg.barrier local
    ttg.warp_specialize(%tile, %full, %p) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      ttng.wait_barrier %full, %c0 : !bar
      ttng.fence_async_shared {bCluster = false}
      ttng.async_tma_copy_local_to_global %d[%c0] %tile : !tt.tensordesc<128xf16, #shared>, !tile
      ttng.async_tma_store_wait {pendings = 0 : i32}
      ttg.warp_yield
    }
    partition0(%a: !tile, %f: !bar, %q: tensor<128x!tt.ptr<f16>, #blocked>) num_warps(4) {
      %t = ttg.async_copy_global_to_local %q, %a : tensor<128x!tt.ptr<f16>, #blocked> -> !tile
      ttng.async_copy_mbarrier_arrive %f {noIncrement} : !bar
      ttg.warp_return
    } : (!tile, !bar, tensor<128x!tt.ptr<f16>, #blocked>) -> ()
    tt.return
  }
}
