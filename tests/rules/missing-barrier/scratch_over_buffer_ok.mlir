// RUN: fencepost lint %s --verify-diagnostics
// A barrier lets all waves read before the scratch is written.
#a = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80", ttg.shared = 16384 : i32} {
  tt.func public @k(%x: tensor<128x32xf32, #a>, %rows: tensor<4x32xf32, #a>) {
    %m = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<4x32xf32, #s, #smem, mutable>
    ttg.local_store %rows, %m : tensor<4x32xf32, #a> -> !ttg.memdesc<4x32xf32, #s, #smem, mutable>
    ttg.barrier local
    %0 = ttg.local_load %m : !ttg.memdesc<4x32xf32, #s, #smem, mutable> -> tensor<4x32xf32, #a>
    ttg.barrier local
    %1 = ttg.convert_layout %x {allocation.offset = 0 : i32, allocation.size = 16384 : i32} : tensor<128x32xf32, #a> -> tensor<128x32xf32, #b>
    tt.return
  }
}
