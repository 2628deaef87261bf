// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// Threads of one warp do not run in step on NVIDIA hardware: a warp barrier is needed, a whole one is not.
gpu.module @kernels {
  gpu.func @lanes(%v: f32, %all: i32) workgroup(%lds: memref<32xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c31 = arith.constant 31 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c31, %tid : index
    memref.store %v, %lds[%tid] : memref<32xf32, 3> // expected-note {{written here}}
    // expected-warning@below {{missing-barrier: memref.load may read %lds before another thread's memref.store on line 9 has written it: threads of one warp need not run in step; nvvm.bar.warp.sync orders them}}
    %r = memref.load %lds[%other] : memref<32xf32, 3>
    gpu.return
  }
}
