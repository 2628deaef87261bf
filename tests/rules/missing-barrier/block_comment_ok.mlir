// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// fencepost: block=1,1,1
// With one thread there is nobody to race with.
gpu.module @kernels {
  gpu.func @reverse(%v: f32) workgroup(%lds: memref<256xf32, 3>) kernel {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %zero = arith.subi %tid, %tid : index
    memref.store %v, %lds[%zero] : memref<256xf32, 3>
    %r = memref.load %lds[%zero] : memref<256xf32, 3>
    gpu.return
  }
}
