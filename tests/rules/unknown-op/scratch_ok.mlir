// RUN: fencepost lint %s --ignore=missing-barrier --verify-diagnostics
// The same op without scratch memory: it works on registers.
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#c = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.shared = 2048 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%x: tensor<512xf32, #c>, %p: tensor<512x!tt.ptr<f32>, #b>) {
    %m = ttg.local_alloc %x {allocation.offset = 0 : i32} : (tensor<512xf32, #c>) -> !ttg.memdesc<512xf32, #s, #smem>
    ttg.barrier local
    %y = ttg.local_load %m : !ttg.memdesc<512xf32, #s, #smem> -> tensor<512xf32, #b>
    ttg.barrier local
    %z = tt.rearrange %y : tensor<512xf32, #b> -> tensor<512xf32, #b>
    tt.store %p, %z : tensor<512x!tt.ptr<f32>, #b>
    tt.return
  }
}
