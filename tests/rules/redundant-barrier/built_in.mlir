// RUN: fencepost lint %s --verify-diagnostics
// Compilers for this chip mostly meet inside the compare-and-swap before they hand its result on through workgroup memory, where the tile is still read.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80", ttg.shared = 1024 : i32} {
  tt.func public @lock(%x: tensor<128xf32, #blocked>, %lock: !tt.ptr<i32>, %free: i32, %taken: i32) {
    %buffer = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<128xf32, #shared, #smem, mutable>
    ttg.local_store %x, %buffer : tensor<128xf32, #blocked> -> !ttg.memdesc<128xf32, #shared, #smem, mutable>
    ttg.barrier local
    %y = ttg.local_load %buffer : !ttg.memdesc<128xf32, #shared, #smem, mutable> -> tensor<128xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    // expected-hint@below {{redundant-barrier: ttg.barrier may be redundant: the barrier that tt.atomic_cas on line 15 is usually compiled with orders all that it does}}
    ttg.barrier local
    // expected-note@below {{usually ordered here}}
    %old = tt.atomic_cas acq_rel, gpu, %lock, %free, %taken {allocation.offset = 0 : i32, allocation.size = 4 : i32} : (!tt.ptr<i32>, i32, i32) -> i32
    tt.return
  }
}
