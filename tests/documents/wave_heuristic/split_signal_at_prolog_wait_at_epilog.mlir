// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// add_signal_wait_to_subgraph: the producer before the loop signals at its prolog, each iteration waits first and signals for the next one, and the
// phase that is carried out of the loop is closed after it.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%v: f32, %n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<2x256xf32, #ws>
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    memref.store %v, %a[%zero, %tid] : memref<2x256xf32, #ws>
    rocdl.s.wait.dscnt 0
    rocdl.s.barrier.signal id = -1
    scf.for %i = %zero to %n step %one {
      %next = arith.addi %i, %one : index
      %this_slot = arith.remui %i, %two : index
      %next_slot = arith.remui %next, %two : index
      rocdl.s.barrier.wait id = -1
      %x = memref.load %a[%this_slot, %rev] : memref<2x256xf32, #ws>
      memref.store %x, %a[%next_slot, %tid] : memref<2x256xf32, #ws>
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
    }
    rocdl.s.barrier.wait id = -1
    gpu.return
  }
}
