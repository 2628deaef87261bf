// RUN: fencepost lint %s --barriers=placed --verify-diagnostics
// A sort by exchanges has a dimension for each bit of the index. Two waves have each sum, so both read the first one where the next reduction writes its parts.
#bits = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 1, 1, 1, 2, 2], threadsPerWarp = [1, 1, 2, 2, 2, 2, 2, 1, 1], warpsPerCTA = [2, 2, 1, 1, 1, 1, 1, 1, 1], order = [8, 7, 6, 5, 4, 3, 2, 1, 0]}>
#first = #ttg.slice<{dim = 0, parent = #bits}>
#second = #ttg.slice<{dim = 1, parent = #bits}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.shared = 2048 : i32, ttg.target = "hip:gfx1201", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @bits(%x: tensor<2x2x2x2x2x2x2x2x2xi32, #bits>) -> (tensor<2x2x2x2x2x2x2x2xi32, #first>, tensor<2x2x2x2x2x2x2x2xi32, #second>) {
    // expected-note@below {{read here}}
    %y = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %s = arith.xori %a, %b : i32
      tt.reduce.return %s : i32
    }) {allocation.offset = 0 : i32, allocation.size = 2048 : i32} : (tensor<2x2x2x2x2x2x2x2x2xi32, #bits>) -> tensor<2x2x2x2x2x2x2x2xi32, #first>
    // expected-error@below {{missing-barrier: tt.reduce may overwrite scratch while another thread's tt.reduce on line 9 still reads it}}
    %z = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %s = arith.xori %a, %b : i32
      tt.reduce.return %s : i32
    }) {allocation.offset = 0 : i32, allocation.size = 2048 : i32} : (tensor<2x2x2x2x2x2x2x2x2xi32, #bits>) -> tensor<2x2x2x2x2x2x2x2xi32, #second>
    tt.return %y, %z : tensor<2x2x2x2x2x2x2x2xi32, #first>, tensor<2x2x2x2x2x2x2x2xi32, #second>
  }
}
