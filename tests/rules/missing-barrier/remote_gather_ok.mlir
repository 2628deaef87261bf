// RUN: fencepost lint %s --verify-diagnostics
// Each workgroup holds whole rows: an index along them stays inside of it.
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0], CGALayout = [[1, 0]]}>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<8x64xf32, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 4 : i32} {
  tt.func public @gather(%p: tensor<8x64x!tt.ptr<f32>, #blocked>, %v: tensor<8x64xf32, #blocked>, %i: tensor<8x64xi32, #blocked>) {
    %tile = ttg.local_alloc %v {allocation.offset = 0 : i32} : (tensor<8x64xf32, #blocked>) -> !tile
    ttng.cluster_barrier
    %x = ttg.local_gather %tile[%i] {axis = 1 : i32} : !tile, tensor<8x64xi32, #blocked> -> tensor<8x64xf32, #blocked>
    tt.store %p, %x : tensor<8x64x!tt.ptr<f32>, #blocked>
    ttg.barrier local
    ttg.local_store %v, %tile : tensor<8x64xf32, #blocked> -> !tile
    ttng.cluster_barrier
    tt.return
  }
}
