// RUN: fencepost lint %s --verify-diagnostics
// One thread does the exchange and hands what it found to all, which read it while the conversion writes its scratch there.
#a = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80", ttg.shared = 16384 : i32} {
  tt.func public @k(%x: tensor<128x32xf32, #a>, %lock: !tt.ptr<i32>, %free: i32, %taken: i32) {
    %first = ttg.convert_layout %x {allocation.offset = 0 : i32, allocation.size = 16384 : i32} : tensor<128x32xf32, #a> -> tensor<128x32xf32, #b>
    ttg.barrier local
    %0 = tt.atomic_cas relaxed, gpu, %lock, %free, %taken {allocation.offset = 0 : i32, allocation.size = 4 : i32} : (!tt.ptr<i32>, i32, i32) -> i32 // expected-note {{read here}}
    // expected-error@below {{missing-barrier}}
    %1 = ttg.convert_layout %x {allocation.offset = 0 : i32, allocation.size = 16384 : i32} : tensor<128x32xf32, #a> -> tensor<128x32xf32, #b>
    tt.return
  }
}
