// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// fencepost: block=256,1,1
// The comment above gives the block: thread 255 - t is one of its threads.
gpu.module @kernels {
  gpu.func @reverse(%v: f32) workgroup(%lds: memref<256xf32, 3>) kernel {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    // expected-error@below {{missing-barrier: memref.load may read %lds}}
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
