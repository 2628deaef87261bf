// RUN: fencepost lint %s --verify-diagnostics --min-level information
// One thread holds each element: nothing is handed out, and no barrier comes between the additions and the read.
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 4 : i32} {
  tt.func public @count(%at: tensor<4x32xi32, #blocked>, %v: tensor<4x32xi32, #blocked>, %out: tensor<4x32x!tt.ptr<i32>, #blocked>) {
    %bins = ttg.local_alloc %v {allocation.offset = 0 : i32} : (tensor<4x32xi32, #blocked>) -> !ttg.memdesc<4x32xi32, #shared, #smem, mutable>
    ttg.barrier local
    // expected-note@below {{updated here}}
    %old = ttg.local_atomic_scatter_rmw add, %bins[%at], %v {axis = 1 : i32} : (!ttg.memdesc<4x32xi32, #shared, #smem, mutable>, tensor<4x32xi32, #blocked>, tensor<4x32xi32, #blocked>) -> tensor<4x32xi32, #blocked>
    tt.store %out, %old : tensor<4x32x!tt.ptr<i32>, #blocked>
    // expected-warning@below {{missing-barrier: ttg.local_load may read %bins before another thread's ttg.local_atomic_scatter_rmw on line 11 has updated it}}
    %all = ttg.local_load %bins : !ttg.memdesc<4x32xi32, #shared, #smem, mutable> -> tensor<4x32xi32, #blocked>
    tt.store %out, %all : tensor<4x32x!tt.ptr<i32>, #blocked>
    tt.return
  }
}
