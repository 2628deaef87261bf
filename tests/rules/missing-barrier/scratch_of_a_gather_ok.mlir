// RUN: fencepost lint %s --verify-diagnostics
// A gather goes through scratch memory that was given to it, where a buffer lay before.
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#c = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.shared = 2048 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%x: tensor<512xf32, #c>, %i: tensor<512xi32, #b>, %p: tensor<512x!tt.ptr<f32>, #b>) {
    %m = ttg.local_alloc %x {allocation.offset = 0 : i32} : (tensor<512xf32, #c>) -> !ttg.memdesc<512xf32, #s, #smem>
    ttg.barrier local
    %y = ttg.local_load %m : !ttg.memdesc<512xf32, #s, #smem> -> tensor<512xf32, #b>
    ttg.barrier local
    %g = tt.gather %y[%i] {axis = 0 : i32, allocation.offset = 0 : i32} : (tensor<512xf32, #b>, tensor<512xi32, #b>) -> tensor<512xf32, #b>
    ttg.barrier local
    %h = tt.gather %g[%i] {axis = 0 : i32, allocation.offset = 0 : i32} : (tensor<512xf32, #b>, tensor<512xi32, #b>) -> tensor<512xf32, #b>
    tt.store %p, %h : tensor<512x!tt.ptr<f32>, #b>
    tt.return
  }
}
