// RUN: fencepost lint %s --verify-diagnostics --barriers placed
// Rows come in tiles of 2048 elements: a row of two tiles and more has a warp that is late read the sum of the first tile where another one begins that of the second.
#blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80", ttg.shared = 16 : i32} {
  tt.func public @rows(%p: tensor<2048x!tt.ptr<f32>, #blocked>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %tile = arith.constant 2048 : i32
    scf.for %i = %c0 to %n step %tile : i32 {
      %x = tt.load %p : tensor<2048x!tt.ptr<f32>, #blocked>
      // expected-error@below {{missing-barrier: tt.reduce may overwrite scratch in the next iteration of the loop on line 8 while another thread's tt.reduce on line 12 still reads it: no barrier is between them}}
      // expected-note@below {{read here, in the iteration before}}
      %s = "tt.reduce"(%x) <{axis = 0 : i32}> ({
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        tt.reduce.return %c : f32
      }) {allocation.offset = 0 : i32, allocation.size = 16 : i32} : (tensor<2048xf32, #blocked>) -> f32
    }
    tt.return
  }
}
