// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// Producer and consumer stand in different regions: signal at the producer region's end, wait at the next region's first consumer, balanced on
// every path.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%v: f32, %n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    memref.store %v, %a[%tid] : memref<256xf32, #ws>
    rocdl.s.wait.dscnt 0
    rocdl.s.barrier.signal id = -1
    scf.for %i = %zero to %n step %one {
      rocdl.s.barrier.wait id = -1
      %x = memref.load %a[%rev] : memref<256xf32, #ws>
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      memref.store %v, %a[%tid] : memref<256xf32, #ws>
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
    }
    rocdl.s.barrier.wait id = -1
    gpu.return
  }
}
