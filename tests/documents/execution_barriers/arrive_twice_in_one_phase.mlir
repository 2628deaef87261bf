// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// A thread arrives twice with no wait between: the elements of a phase are no longer one per thread. The error is the second arrival.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%v: f32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>
    rocdl.s.wait.dscnt 0
    rocdl.s.barrier.signal id = -1  // expected-note {{first signalled here}}
    // expected-error@below {{double-signal}}
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }
}
