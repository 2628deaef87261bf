// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// READ_WRITE with split barriers: a wait before the node for its producer, a signal after it for its consumer.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%v: f32, %out: memref<256xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>
    rocdl.s.wait.dscnt 0
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %x = memref.atomic_rmw addf %v, %a[%rev] : (f32, memref<256xf32, #ws>) -> f32
    rocdl.s.wait.dscnt 0
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y = memref.load %a[%tid] : memref<256xf32, #ws>
    memref.store %y, %out[%tid] : memref<256xf32>
    gpu.return
  }

  // Without the signal after it the consumer does not wait for the node.
  gpu.func @no_signal_after_it(%v: f32, %out: memref<256xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>
    rocdl.s.wait.dscnt 0
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %x = memref.atomic_rmw addf %v, %a[%rev] : (f32, memref<256xf32, #ws>) -> f32 // expected-note {{updated here}}
    // expected-error@+1 {{missing-barrier: memref.load may read %a}}
    %y = memref.load %a[%tid] : memref<256xf32, #ws>
    memref.store %y, %out[%tid] : memref<256xf32>
    gpu.return
  }
}
