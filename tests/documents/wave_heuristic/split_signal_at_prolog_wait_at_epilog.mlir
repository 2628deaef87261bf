// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// add_signal_wait_to_subgraph: signal at the subgraph's prolog, wait at its epilog, and the carried phase closed after the loop.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%v: f32, %n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>
    rocdl.s.wait.dscnt 0
    rocdl.s.barrier.signal id = -1
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    scf.for %i = %zero to %n step %one {
      rocdl.s.barrier.wait id = -1
      %x = memref.load %a[%rev] : memref<256xf32, #ws>
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
    }
    rocdl.s.barrier.wait id = -1
    gpu.return
  }
}
