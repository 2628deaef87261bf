// RUN: fencepost lint %s --verify-diagnostics
// The lanes of a wave meet, and nobody tells others that all have stored.
gpu.module @m attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  gpu.func @k(%v: f32, %out: memref<128xf32>, %flag: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %all = arith.constant -1 : i32
    %one = arith.constant 1 : i32
    memref.store %v, %out[%t] : memref<128xf32>
    // expected-warning@+1 {{redundant-barrier}}
    nvvm.bar.warp.sync %all : i32
    gpu.return
  }
}
