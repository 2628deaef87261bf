// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// The signal is there but the data need not have landed: without the wait for LDS operations the other waves may read the old value.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%v: f32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>  // expected-note {{written here}}
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    // expected-error@below {{missing-fence}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }
}
