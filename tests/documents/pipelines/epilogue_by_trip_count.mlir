// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// Epilogues that find their slots by the trip count, behind prologues that nothing guards: with few trips a tile of the prologue is read behind the loop, with
// more it was read inside. One count fits: what is still on its way after t iterations is not in the slot that the t-th tile lies in. One group too many
// behind the loop, and the newest copy may be read too soon.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @three_slots(%src: memref<4096xf32>, %n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<3x256xf32, #ws>
    %t1 = nvgpu.device_async_copy %src[%tid], %a[%c0, %tid], 1 : memref<4096xf32> to memref<3x256xf32, #ws>
    %g1 = nvgpu.device_async_create_group %t1
    %t2 = nvgpu.device_async_copy %src[%tid], %a[%c1, %tid], 1 : memref<4096xf32> to memref<3x256xf32, #ws>
    %g2 = nvgpu.device_async_create_group %t2
    scf.for %i = %c0 to %n step %c1 {
      %s = arith.remui %i, %c3 : index
      nvgpu.device_async_wait %g1 {numGroups = 1 : i32}
      gpu.barrier
      %x = memref.load %a[%s, %rev] : memref<3x256xf32, #ws>
      %ahead = arith.addi %i, %c2 : index
      %s2 = arith.remui %ahead, %c3 : index
      %t3 = nvgpu.device_async_copy %src[%tid], %a[%s2, %tid], 1 : memref<4096xf32> to memref<3x256xf32, #ws>
      %g3 = nvgpu.device_async_create_group %t3
    }
    nvgpu.device_async_wait %g1 {numGroups = 1 : i32}
    gpu.barrier
    %n0 = arith.addi %n, %c0 : index
    %e0 = arith.remui %n0, %c3 : index
    %y0 = memref.load %a[%e0, %rev] : memref<3x256xf32, #ws>
    nvgpu.device_async_wait %g1 {numGroups = 0 : i32}
    gpu.barrier
    %n1 = arith.addi %n, %c1 : index
    %e1 = arith.remui %n1, %c3 : index
    %y1 = memref.load %a[%e1, %rev] : memref<3x256xf32, #ws>
    gpu.return
  }

  gpu.func @four_slots(%src: memref<4096xf32>, %n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<4x256xf32, #ws>
    %t1 = nvgpu.device_async_copy %src[%tid], %a[%c0, %tid], 1 : memref<4096xf32> to memref<4x256xf32, #ws>
    %g1 = nvgpu.device_async_create_group %t1
    %t2 = nvgpu.device_async_copy %src[%tid], %a[%c1, %tid], 1 : memref<4096xf32> to memref<4x256xf32, #ws>
    %g2 = nvgpu.device_async_create_group %t2
    %t3 = nvgpu.device_async_copy %src[%tid], %a[%c2, %tid], 1 : memref<4096xf32> to memref<4x256xf32, #ws>
    %g3 = nvgpu.device_async_create_group %t3
    scf.for %i = %c0 to %n step %c1 {
      %s = arith.remui %i, %c4 : index
      nvgpu.device_async_wait %g1 {numGroups = 2 : i32}
      gpu.barrier
      %x = memref.load %a[%s, %rev] : memref<4x256xf32, #ws>
      %ahead = arith.addi %i, %c3 : index
      %s2 = arith.remui %ahead, %c4 : index
      %t4 = nvgpu.device_async_copy %src[%tid], %a[%s2, %tid], 1 : memref<4096xf32> to memref<4x256xf32, #ws>
      %g4 = nvgpu.device_async_create_group %t4
    }
    nvgpu.device_async_wait %g1 {numGroups = 2 : i32}
    gpu.barrier
    %n0 = arith.addi %n, %c0 : index
    %e0 = arith.remui %n0, %c4 : index
    %y0 = memref.load %a[%e0, %rev] : memref<4x256xf32, #ws>
    nvgpu.device_async_wait %g1 {numGroups = 1 : i32}
    gpu.barrier
    %n1 = arith.addi %n, %c1 : index
    %e1 = arith.remui %n1, %c4 : index
    %y1 = memref.load %a[%e1, %rev] : memref<4x256xf32, #ws>
    nvgpu.device_async_wait %g1 {numGroups = 0 : i32}
    gpu.barrier
    %n2 = arith.addi %n, %c2 : index
    %e2 = arith.remui %n2, %c4 : index
    %y2 = memref.load %a[%e2, %rev] : memref<4x256xf32, #ws>
    gpu.return
  }

  gpu.func @five_slots(%src: memref<4096xf32>, %n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<5x256xf32, #ws>
    %t1 = nvgpu.device_async_copy %src[%tid], %a[%c0, %tid], 1 : memref<4096xf32> to memref<5x256xf32, #ws>
    %g1 = nvgpu.device_async_create_group %t1
    %t2 = nvgpu.device_async_copy %src[%tid], %a[%c1, %tid], 1 : memref<4096xf32> to memref<5x256xf32, #ws>
    %g2 = nvgpu.device_async_create_group %t2
    %t3 = nvgpu.device_async_copy %src[%tid], %a[%c2, %tid], 1 : memref<4096xf32> to memref<5x256xf32, #ws>
    %g3 = nvgpu.device_async_create_group %t3
    %t4 = nvgpu.device_async_copy %src[%tid], %a[%c3, %tid], 1 : memref<4096xf32> to memref<5x256xf32, #ws>
    %g4 = nvgpu.device_async_create_group %t4
    scf.for %i = %c0 to %n step %c1 {
      %s = arith.remui %i, %c5 : index
      nvgpu.device_async_wait %g1 {numGroups = 3 : i32}
      gpu.barrier
      %x = memref.load %a[%s, %rev] : memref<5x256xf32, #ws>
      %ahead = arith.addi %i, %c4 : index
      %s2 = arith.remui %ahead, %c5 : index
      %t5 = nvgpu.device_async_copy %src[%tid], %a[%s2, %tid], 1 : memref<4096xf32> to memref<5x256xf32, #ws>
      %g5 = nvgpu.device_async_create_group %t5
    }
    nvgpu.device_async_wait %g1 {numGroups = 3 : i32}
    gpu.barrier
    %n0 = arith.addi %n, %c0 : index
    %e0 = arith.remui %n0, %c5 : index
    %y0 = memref.load %a[%e0, %rev] : memref<5x256xf32, #ws>
    nvgpu.device_async_wait %g1 {numGroups = 2 : i32}
    gpu.barrier
    %n1 = arith.addi %n, %c1 : index
    %e1 = arith.remui %n1, %c5 : index
    %y1 = memref.load %a[%e1, %rev] : memref<5x256xf32, #ws>
    nvgpu.device_async_wait %g1 {numGroups = 1 : i32}
    gpu.barrier
    %n2 = arith.addi %n, %c2 : index
    %e2 = arith.remui %n2, %c5 : index
    %y2 = memref.load %a[%e2, %rev] : memref<5x256xf32, #ws>
    nvgpu.device_async_wait %g1 {numGroups = 0 : i32}
    gpu.barrier
    %n3 = arith.addi %n, %c3 : index
    %e3 = arith.remui %n3, %c5 : index
    %y3 = memref.load %a[%e3, %rev] : memref<5x256xf32, #ws>
    gpu.return
  }

  gpu.func @three_slots_one_too_many_at_first(%src: memref<4096xf32>, %n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<3x256xf32, #ws>
    %t1 = nvgpu.device_async_copy %src[%tid], %a[%c0, %tid], 1 : memref<4096xf32> to memref<3x256xf32, #ws> // expected-note {{copied here}}
    %g1 = nvgpu.device_async_create_group %t1
    %t2 = nvgpu.device_async_copy %src[%tid], %a[%c1, %tid], 1 : memref<4096xf32> to memref<3x256xf32, #ws> // expected-note {{the last copy}} expected-note {{copied here}}
    %g2 = nvgpu.device_async_create_group %t2
    scf.for %i = %c0 to %n step %c1 {
      %s = arith.remui %i, %c3 : index
      nvgpu.device_async_wait %g1 {numGroups = 1 : i32}
      gpu.barrier
      %x = memref.load %a[%s, %rev] : memref<3x256xf32, #ws>
      %ahead = arith.addi %i, %c2 : index
      %s2 = arith.remui %ahead, %c3 : index
      %t3 = nvgpu.device_async_copy %src[%tid], %a[%s2, %tid], 1 : memref<4096xf32> to memref<3x256xf32, #ws> // expected-note {{copied here}} expected-note {{copied here}}
      %g3 = nvgpu.device_async_create_group %t3
    }
    // expected-warning@below {{redundant-wait}}
    nvgpu.device_async_wait %g1 {numGroups = 2 : i32}
    // expected-warning@below {{ineffective-barrier}}
    gpu.barrier
    %n0 = arith.addi %n, %c0 : index
    %e0 = arith.remui %n0, %c3 : index
    // expected-error@below {{missing-async-wait}}
    %y0 = memref.load %a[%e0, %rev] : memref<3x256xf32, #ws>
    nvgpu.device_async_wait %g1 {numGroups = 0 : i32}
    gpu.barrier
    %n1 = arith.addi %n, %c1 : index
    %e1 = arith.remui %n1, %c3 : index
    %y1 = memref.load %a[%e1, %rev] : memref<3x256xf32, #ws>
    gpu.return
  }

  gpu.func @three_slots_one_too_many_at_last(%src: memref<4096xf32>, %n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<3x256xf32, #ws>
    %t1 = nvgpu.device_async_copy %src[%tid], %a[%c0, %tid], 1 : memref<4096xf32> to memref<3x256xf32, #ws>
    %g1 = nvgpu.device_async_create_group %t1
    %t2 = nvgpu.device_async_copy %src[%tid], %a[%c1, %tid], 1 : memref<4096xf32> to memref<3x256xf32, #ws> // expected-note {{copied here}}
    %g2 = nvgpu.device_async_create_group %t2
    scf.for %i = %c0 to %n step %c1 {
      %s = arith.remui %i, %c3 : index
      nvgpu.device_async_wait %g1 {numGroups = 1 : i32}
      gpu.barrier
      %x = memref.load %a[%s, %rev] : memref<3x256xf32, #ws>
      %ahead = arith.addi %i, %c2 : index
      %s2 = arith.remui %ahead, %c3 : index
      %t3 = nvgpu.device_async_copy %src[%tid], %a[%s2, %tid], 1 : memref<4096xf32> to memref<3x256xf32, #ws> // expected-note {{copied here}} expected-note {{copied here}}
      %g3 = nvgpu.device_async_create_group %t3
    }
    nvgpu.device_async_wait %g1 {numGroups = 1 : i32} // expected-note {{waited for here}}
    gpu.barrier
    %n0 = arith.addi %n, %c0 : index
    %e0 = arith.remui %n0, %c3 : index
    %y0 = memref.load %a[%e0, %rev] : memref<3x256xf32, #ws>
    // expected-warning@below {{double-wait}}
    nvgpu.device_async_wait %g1 {numGroups = 1 : i32}
    // expected-warning@below {{ineffective-barrier}}
    gpu.barrier
    %n1 = arith.addi %n, %c1 : index
    %e1 = arith.remui %n1, %c3 : index
    // expected-error@below {{missing-async-wait}}
    %y1 = memref.load %a[%e1, %rev] : memref<3x256xf32, #ws>
    gpu.return
  }
}
