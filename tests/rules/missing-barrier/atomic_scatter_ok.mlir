// RUN: fencepost lint %s --verify-diagnostics --min-level information
// Two warps hold each element: the one that adds hands out what it read through scratch, behind a barrier of the op's own.
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 4 : i32} {
  tt.func public @count(%at: tensor<2x32xi32, #blocked>, %v: tensor<2x32xi32, #blocked>, %out: tensor<2x32x!tt.ptr<i32>, #blocked>) {
    %bins = ttg.local_alloc %v {allocation.offset = 0 : i32} : (tensor<2x32xi32, #blocked>) -> !ttg.memdesc<2x32xi32, #shared, #smem, mutable>
    ttg.barrier local
    %old = ttg.local_atomic_scatter_rmw add, %bins[%at], %v {allocation.offset = 256 : i32, allocation.size = 256 : i32, axis = 1 : i32} : (!ttg.memdesc<2x32xi32, #shared, #smem, mutable>, tensor<2x32xi32, #blocked>, tensor<2x32xi32, #blocked>) -> tensor<2x32xi32, #blocked>
    tt.store %out, %old : tensor<2x32x!tt.ptr<i32>, #blocked>
    %all = ttg.local_load %bins : !ttg.memdesc<2x32xi32, #shared, #smem, mutable> -> tensor<2x32xi32, #blocked>
    tt.store %out, %all : tensor<2x32x!tt.ptr<i32>, #blocked>
    tt.return
  }
}
