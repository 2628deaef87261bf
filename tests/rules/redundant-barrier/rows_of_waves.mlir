// RUN: fencepost lint %s --barriers=placed --verify-diagnostics
// Each wave stores 16 of the 64 rows and reads these rows, as both layouts say.
#rows = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.padded_shared<[32:+8] {order = [1, 0], shape = [64, 32]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.shared = 5120 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @rows(%x: tensor<64x32xf16, #rows>) -> tensor<64x32xf16, #rows> {
    %m = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
    ttg.local_store %x, %m : tensor<64x32xf16, #rows> -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
    // expected-warning@below {{redundant-barrier}}
    ttg.barrier local
    %y = ttg.local_load %m : !ttg.memdesc<64x32xf16, #shared, #smem, mutable> -> tensor<64x32xf16, #rows>
    tt.return %y : tensor<64x32xf16, #rows>
  }
}
