// RUN: fencepost lint %s --verify-diagnostics
// The callee's memory lies in front of the caller's scratch.
#a = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80", ttg.shared = 32768 : i32} {
  tt.func private @transpose(%x: tensor<128x32xf32, #a>) -> tensor<128x32xf32, #b> attributes {noinline = true} {
    %0 = ttg.convert_layout %x {allocation.offset = 0 : i32, allocation.size = 16384 : i32} : tensor<128x32xf32, #a> -> tensor<128x32xf32, #b>
    tt.return %0 : tensor<128x32xf32, #b>
  }
  tt.func public @k(%x: tensor<128x32xf32, #a>) {
    %first = ttg.convert_layout %x {allocation.offset = 16384 : i32, allocation.size = 16384 : i32} : tensor<128x32xf32, #a> -> tensor<128x32xf32, #b>
    ttg.barrier local
    %0 = ttg.convert_layout %x {allocation.offset = 16384 : i32, allocation.size = 16384 : i32} : tensor<128x32xf32, #a> -> tensor<128x32xf32, #b>
    %1 = tt.call @transpose(%x) {allocation.offset = 0 : i32, allocation.size = 16384 : i32} : (tensor<128x32xf32, #a>) -> tensor<128x32xf32, #b>
    tt.return
  }
}
