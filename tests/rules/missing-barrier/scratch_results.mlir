// RUN: fencepost lint %s --barriers=placed --verify-diagnostics
// All waves have all sums, so each of them reads the first one at the start of the scratch; the next exchange begins there.
#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#sums = #ttg.slice<{dim = 0, parent = #rows}>
#single = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.shared = 2048 : i32, ttg.target = "hip:gfx1201", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @results(%x: tensor<32x128xf32, #rows>) -> tensor<128xf32, #single> {
    // expected-note@below {{read here}}
    %sums = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tt.reduce.return %s : f32
    }) {allocation.offset = 0 : i32, allocation.size = 2048 : i32} : (tensor<32x128xf32, #rows>) -> tensor<128xf32, #sums>
    // expected-error@below {{missing-barrier: ttg.convert_layout may overwrite scratch while another thread's tt.reduce on line 9 still reads it}}
    %y = ttg.convert_layout %sums {allocation.offset = 0 : i32, allocation.size = 512 : i32} : tensor<128xf32, #sums> -> tensor<128xf32, #single>
    tt.return %y : tensor<128xf32, #single>
  }
}
