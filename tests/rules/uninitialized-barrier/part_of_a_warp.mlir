// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// Warps meet as a whole.
gpu.module @kernels {
  gpu.func @meet(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    %id = arith.constant 1 : i32
    %members = arith.constant 33 : i32
    // expected-warning@below {{uninitialized-barrier: nvvm.barrier is for 33 threads: the count must be a multiple of the warp's 32}}
    nvvm.barrier id = %id number_of_threads = %members
    // expected-error@below {{missing-barrier: memref.load may read %lds}}
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
