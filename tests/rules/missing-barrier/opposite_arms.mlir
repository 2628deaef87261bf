// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Half of the threads store while the other half loads.
gpu.module @kernels {
  gpu.func @half(%v: f32, %p: i1) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %c128 = arith.constant 128 : index
    %low = arith.cmpi ult, %tid, %c128 : index
    scf.if %low {
      // expected-note@below {{written here}}
      memref.store %v, %lds[%tid] : memref<256xf32, 3>
    } else {
      // expected-error@below {{missing-barrier: memref.load may read %lds before another thread's memref.store on line 13 has written it: different threads run the two at the same time}}
      %r = memref.load %lds[%other] : memref<256xf32, 3>
    }
    gpu.return
  }
}
