// RUN: fencepost lint %s --verify-diagnostics --barriers placed
// No text says that the first thread hands out what it found, and writes it where it has read the buffer itself: the barrier may be needed.
#a = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80", ttg.shared = 16384 : i32} {
  tt.func public @k(%x: tensor<16x32xf32, #a>, %lock: !tt.ptr<i32>, %free: i32, %taken: i32) -> tensor<16x32xf32, #a> {
    %m = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<16x32xf32, #s, #smem, mutable>
    ttg.local_store %x, %m : tensor<16x32xf32, #a> -> !ttg.memdesc<16x32xf32, #s, #smem, mutable>
    %y = ttg.local_load %m : !ttg.memdesc<16x32xf32, #s, #smem, mutable> -> tensor<16x32xf32, #a>
    ttg.local_dealloc %m : !ttg.memdesc<16x32xf32, #s, #smem, mutable>
    ttg.barrier local
    %0 = tt.atomic_cas relaxed, gpu, %lock, %free, %taken {allocation.offset = 0 : i32, allocation.size = 4 : i32} : (!tt.ptr<i32>, i32, i32) -> i32
    tt.return %y : tensor<16x32xf32, #a>
  }
}
