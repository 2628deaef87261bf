// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// gpu.barrier waits for LDS by itself.
gpu.module @kernels {
  gpu.func @reverse(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    // expected-warning@below {{redundant-wait}}
    rocdl.s.wait.dscnt 0
    // expected-note@below {{waited for here}}
    amdgpu.lds_barrier
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
