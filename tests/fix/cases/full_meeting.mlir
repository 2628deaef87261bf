// RUN: fencepost fix
// Each workgroup reads what lies in the other one's memory, which overwrites it behind a barrier that orders no memory.
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0], CGALayout = [[0, 1]]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0], CGALayout = [[0, 1]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:100"} {
  tt.func public @rotate(%values: tensor<2x32xi32, #blocked>, %places: tensor<2x32xi32, #blocked>) -> tensor<2x32xi32, #blocked> {
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<2x32xi32, #shared, #smem, mutable>
    ttng.cluster_barrier
    %read = ttg.local_gather %tile[%places] {axis = 1 : i32} : !ttg.memdesc<2x32xi32, #shared, #smem, mutable>, tensor<2x32xi32, #blocked> -> tensor<2x32xi32, #blocked>
    ttng.cluster_barrier {relaxed = true}
    ttg.local_store %values, %tile : tensor<2x32xi32, #blocked> -> !ttg.memdesc<2x32xi32, #shared, #smem, mutable>
    ttng.cluster_barrier
    tt.return %read : tensor<2x32xi32, #blocked>
  }
}
