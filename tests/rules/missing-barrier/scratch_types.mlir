// RUN: fencepost lint %s --barriers=placed --verify-diagnostics
// Floats and integers of one width change hands alike: what a thread reads of the first exchange, another one overwrites in the second.
#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.shared = 32768 : i32, ttg.target = "hip:gfx1201", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @types(%x: tensor<128x64xf32, #rows>, %i: tensor<128x64xi32, #rows>) -> (tensor<128x64xf32, #columns>, tensor<128x64xi32, #columns>) {
    // expected-note@below {{read here}}
    %y = ttg.convert_layout %x {allocation.offset = 0 : i32, allocation.size = 32768 : i32} : tensor<128x64xf32, #rows> -> tensor<128x64xf32, #columns>
    // expected-error@below {{missing-barrier: ttg.convert_layout may overwrite scratch while another thread's ttg.convert_layout on line 8 still reads it}}
    %j = ttg.convert_layout %i {allocation.offset = 0 : i32, allocation.size = 32768 : i32} : tensor<128x64xi32, #rows> -> tensor<128x64xi32, #columns>
    tt.return %y, %j : tensor<128x64xf32, #columns>, tensor<128x64xi32, #columns>
  }
}
