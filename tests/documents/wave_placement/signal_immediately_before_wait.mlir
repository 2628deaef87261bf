// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// With no earlier producer in the same graph the signal stands right before the wait.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%v: f32, %n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    scf.for %i = %zero to %n step %one {
      memref.store %v, %a[%tid] : memref<256xf32, #ws>
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x = memref.load %a[%rev] : memref<256xf32, #ws>
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
    }
    gpu.return
  }
}
