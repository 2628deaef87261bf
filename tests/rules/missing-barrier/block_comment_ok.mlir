// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// fencepost: block=128,1,1
// Of 128 threads none reads what another one has written.
gpu.module @kernels {
  gpu.func @reverse(%v: f32) workgroup(%lds: memref<256xf32, 3>) kernel {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
