// What may go wrong between the workgroups of a cluster, of which the text has one stream.
#half = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#whole = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 0]]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0], CGALayout = [[1, 0]]}>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<8x32xf32, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 4 : i32} {
  tt.func public @reads_early(%p: tensor<8x32x!tt.ptr<f32>, #whole>, %v: tensor<8x32xf32, #half>) {
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    ttg.local_store %v, %tile : tensor<8x32xf32, #half> -> !tile
    ttg.barrier local
    %x = ttg.local_load %tile : !tile -> tensor<8x32xf32, #whole>
    tt.store %p, %x : tensor<8x32x!tt.ptr<f32>, #whole>
    ttng.cluster_barrier
    tt.return
  }
  tt.func public @ends_early(%p: tensor<8x32x!tt.ptr<f32>, #whole>, %v: tensor<8x32xf32, #half>) {
    %tile = ttg.local_alloc %v {allocation.offset = 0 : i32} : (tensor<8x32xf32, #half>) -> !tile
    ttng.cluster_barrier
    %x = ttg.local_load %tile : !tile -> tensor<8x32xf32, #whole>
    tt.store %p, %x : tensor<8x32x!tt.ptr<f32>, #whole>
    tt.return
  }
}
