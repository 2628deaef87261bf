// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The wait is for loads from global memory.
gpu.module @kernels {
  gpu.func @reverse(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    amdgpu.memory_counter_wait load(0)
    rocdl.s.barrier
    // expected-error@below {{missing-fence: memref.load may read %lds before another thread's memref.store on line 9 has written it: the barrier between them does not wait until the data has landed; amdgpu.memory_counter_wait ds(0) makes it sure}}
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
