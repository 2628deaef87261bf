// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// A barrier with a letter missing takes no workgroup memory; that a barrier was meant is said all the same, as of a misspelt store.
gpu.module @kernels {
  gpu.func @exchange(%v: f32, %out: memref<256xf32>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    // expected-warning@below {{unknown-op: unknown op memref.stroe; did you mean memref.store?}}
    memref.stroe %v, %lds[%tid] : memref<256xf32, 3>
    // expected-warning@below {{unknown-op: unknown op amdgpu.lds_barier; did you mean amdgpu.lds_barrier? 1 more of it in this kernel}}
    amdgpu.lds_barier
    %x = memref.load %out[%tid] : memref<256xf32>
    amdgpu.lds_barier
    gpu.return
  }
}
