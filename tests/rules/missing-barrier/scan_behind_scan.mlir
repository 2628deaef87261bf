// RUN: fencepost lint %s --barriers=placed --verify-diagnostics
// Of a scan each wave reads what all waves along the axis add up to, at the start of its scratch; the next scan, in the other direction, begins there.
#line = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.shared = 16 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @scans(%x: tensor<512xf32, #line>) -> (tensor<512xf32, #line>, tensor<512xf32, #line>) {
    // expected-note@below {{read here}}
    %sums = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tt.scan.return %s : f32
    }) {allocation.offset = 0 : i32, allocation.size = 16 : i32} : (tensor<512xf32, #line>) -> tensor<512xf32, #line>
    // expected-error@below {{missing-barrier: tt.scan may overwrite scratch while another thread's tt.scan on line 7 still reads it}}
    %products = "tt.scan"(%x) <{axis = 0 : i32, reverse = true}> ({
    ^bb0(%a: f32, %b: f32):
      %p = arith.mulf %a, %b : f32
      tt.scan.return %p : f32
    }) {allocation.offset = 0 : i32, allocation.size = 16 : i32} : (tensor<512xf32, #line>) -> tensor<512xf32, #line>
    tt.return %sums, %products : tensor<512xf32, #line>, tensor<512xf32, #line>
  }
}
