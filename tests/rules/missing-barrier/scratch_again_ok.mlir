// RUN: fencepost lint %s --verify-diagnostics
// Four warps join their parts of a row through scratch, twice, and meet in between.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80", ttg.shared = 16 : i32} {
  tt.func public @twice(%x: tensor<128xf32, #blocked>) {
    %s = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) {allocation.offset = 0 : i32, allocation.size = 16 : i32} : (tensor<128xf32, #blocked>) -> f32
    ttg.barrier local
    %t = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) {allocation.offset = 0 : i32, allocation.size = 16 : i32} : (tensor<128xf32, #blocked>) -> f32
    ttg.barrier local
    %u = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) {allocation.offset = 0 : i32, allocation.size = 16 : i32} : (tensor<128xf32, #blocked>) -> f32
    tt.return
  }
}
