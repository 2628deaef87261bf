// RUN: fencepost lint %s --verify-diagnostics
// A barrier for global reads orders no shared memory. The one behind shows that Triton's membar pass has placed its own.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
  tt.func public @exchange(%x: tensor<128xf32, #blocked>) {
    %buffer = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<128xf32, #shared, #smem, mutable>
    ttg.local_store %x, %buffer : tensor<128xf32, #blocked> -> !ttg.memdesc<128xf32, #shared, #smem, mutable>
    // expected-note@above {{written here}}
    ttg.barrier global_read
    // expected-error@below {{missing-fence: ttg.local_load may read %buffer before another thread's ttg.local_store on line 9 has written it: the barrier between them does not order workgroup memory}}
    %y = ttg.local_load %buffer : !ttg.memdesc<128xf32, #shared, #smem, mutable> -> tensor<128xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    ttg.barrier local
    ttg.local_store %x, %buffer : tensor<128xf32, #blocked> -> !ttg.memdesc<128xf32, #shared, #smem, mutable>
    tt.return
  }
}
