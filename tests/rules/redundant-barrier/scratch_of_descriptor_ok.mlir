// RUN: fencepost lint %s --verify-diagnostics
// One warp makes the descriptor in scratch where the others may still read the buffer: the barrier keeps them apart.
#a = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.shared = 512 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%p: !tt.ptr<f16>, %d: !tt.ptr<i8>, %n: i32, %one: i32, %pitch: i64) -> tensor<16x16xf16, #a> {
    %m = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<16x16xf16, #s, #smem, mutable>
    %y = ttg.local_load %m : !ttg.memdesc<16x16xf16, #s, #smem, mutable> -> tensor<16x16xf16, #a>
    ttg.barrier local
    ttng.tensormap_create %d, %p, [%n, %n], [%n, %n], [%pitch], [%one, %one] {allocation.offset = 0 : i32, allocation.size = 128 : i32, elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 1 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
    ttng.tensormap_fenceproxy_acquire %d : !tt.ptr<i8>
    tt.return %y : tensor<16x16xf16, #a>
  }
}
