// RUN: fencepost lint %s --verify-diagnostics
// With a barrier before it.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b2 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80", ttg.shared = 4096 : i32} {
  tt.func public @k(%x: tensor<1024xf32, #blocked>) {
    %b = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<1024xf32, #shared, #smem, mutable>
    ttg.local_store %x, %b : tensor<1024xf32, #blocked> -> !ttg.memdesc<1024xf32, #shared, #smem, mutable>
    ttg.barrier local
    %y = ttg.convert_layout %x {allocation.offset = 0 : i32, allocation.size = 4096 : i32} : tensor<1024xf32, #blocked> -> tensor<1024xf32, #b2>
    tt.return
  }
}
