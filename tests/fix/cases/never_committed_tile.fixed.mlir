// RUN: fencepost fix %s
// No group closes over the copy. In this dialect the op that ends one has a name of its own.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#other = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.shared = 512 : i32, ttg.target = "cuda:80"} {
  tt.func public @copy(%p: tensor<128x!tt.ptr<f32>, #blocked>) -> tensor<128xf32, #other> {
    %buffer = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<128xf32, #shared, #smem, mutable>
    %c = ttg.async_copy_global_to_local %p, %buffer : tensor<128x!tt.ptr<f32>, #blocked> -> <128xf32, #shared, #smem, mutable>
    ttg.async_commit_group
    ttg.async_wait {num = 0 : i32}
    ttg.barrier local
    %y = ttg.local_load %buffer : !ttg.memdesc<128xf32, #shared, #smem, mutable> -> tensor<128xf32, #other>
    tt.return %y : tensor<128xf32, #other>
  }
}
