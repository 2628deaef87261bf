// RUN: fencepost lint %s --verify-diagnostics
// One thread copies 256 bytes for all, the object counts them; 512 are expected.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @load(%from: !tt.ptr<f16>, %p: tensor<128x!tt.ptr<f16>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %bytes = arith.constant 256 : i32
    %true = arith.constant true
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %full = ttg.local_alloc {allocation.offset = 256 : i32} : () -> !bar
    ttng.init_barrier %full, 1 : !bar
    ttg.barrier local
    ttng.barrier_expect %full, 512, %true : !bar
    // expected-error@below {{wrong-byte-count: wrong byte count: %full expects 256 bytes more than it gets}}
    %t = ttg.async_copy_global_to_local %from, %tile bulk_size %bytes : i32 barrier %full : !bar {useBulk = true} : !tt.ptr<f16> -> !tile
    // expected-error@below {{wait-without-signal}}
    ttng.wait_barrier %full, %c0 : !bar
    %y = ttg.local_load %tile : !tile -> tensor<128xf16, #blocked>
    tt.store %p, %y : tensor<128x!tt.ptr<f16>, #blocked>
    ttg.barrier local
    ttng.inval_barrier %full : !bar
    tt.return
  }
}
