// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// Each thread lets the phase take one arrival more, which comes when its copies are done.
#blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<512xf32, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @copy(%p: tensor<512x!tt.ptr<f32>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %full = ttg.local_alloc {allocation.offset = 2048 : i32} : () -> !bar
    ttng.init_barrier %full, 1 : !bar
    ttg.barrier local
    ttg.warp_specialize(%tile, %full, %p) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      ttng.wait_barrier %full, %c0 : !bar
      %x = ttg.local_load %tile : !tile -> tensor<512xf32, #blocked>
      tt.store %p, %x : tensor<512x!tt.ptr<f32>, #blocked>
      ttg.warp_yield
    }
    partition0(%a: !tile, %f: !bar, %q: tensor<512x!tt.ptr<f32>, #blocked>) num_warps(4) {
      %t = ttg.async_copy_global_to_local %q, %a : tensor<512x!tt.ptr<f32>, #blocked> -> !tile
      ttng.async_copy_mbarrier_arrive %f : !bar
      ttng.arrive_barrier %f, 1 : !bar
      ttg.warp_return
    } : (!tile, !bar, tensor<512x!tt.ptr<f32>, #blocked>) -> ()
    tt.return
  }
}
