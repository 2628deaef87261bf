// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// The pair covers what stands before its signal; a write after the signal is not covered by it.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%v: f32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    %b = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>
    rocdl.s.wait.dscnt 0
    rocdl.s.barrier.signal id = -1
    memref.store %v, %b[%tid] : memref<256xf32, #ws>  // expected-note {{written here}}
    rocdl.s.barrier.wait id = -1
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    // expected-error@below {{missing-barrier}}
    %y = memref.load %b[%rev] : memref<256xf32, #ws>
    gpu.return
  }
}
