// RUN: fencepost lint %s --verify-diagnostics
// The allocator gives a call the workgroup memory that its callee uses: here that of the conversion before it.
#a = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.shared = 16384 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @callee(%x: tensor<128x32xf32, #a>) -> tensor<128x32xf32, #b> attributes {noinline = true} {
    %0 = ttg.convert_layout %x {allocation.offset = 0 : i32, allocation.size = 16384 : i32} : tensor<128x32xf32, #a> -> tensor<128x32xf32, #b>
    tt.return %0 : tensor<128x32xf32, #b>
  }
  tt.func public @caller(%x: tensor<128x32xf32, #a>) {
    %0 = ttg.convert_layout %x {allocation.offset = 0 : i32, allocation.size = 16384 : i32} : tensor<128x32xf32, #a> -> tensor<128x32xf32, #b>
    ttg.barrier local
    %1 = tt.call @callee(%x) {allocation.offset = 0 : i32, allocation.size = 16384 : i32} : (tensor<128x32xf32, #a>) -> tensor<128x32xf32, #b>
    tt.return
  }
}
