// RUN: fencepost lint %s --verify-diagnostics
// After allocation a reduction's scratch lies on the bytes of a buffer.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80", ttg.shared = 1024 : i32} {
  tt.func public @sum(%x: tensor<128xf32, #blocked>) {
    %buffer = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<128xf32, #shared, #smem, mutable>
    ttg.local_store %x, %buffer : tensor<128xf32, #blocked> -> !ttg.memdesc<128xf32, #shared, #smem, mutable>
    ttg.barrier local
    %y = ttg.local_load %buffer : !ttg.memdesc<128xf32, #shared, #smem, mutable> -> tensor<128xf32, #blocked>
    // expected-note@above {{read here}}
    // expected-error@below {{missing-barrier: tt.reduce may overwrite}}
    %s = "tt.reduce"(%y) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) {allocation.offset = 0 : i32, allocation.size = 16 : i32} : (tensor<128xf32, #blocked>) -> f32
    tt.return
  }
}
