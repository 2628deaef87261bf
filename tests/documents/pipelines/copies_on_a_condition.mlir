// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// Copies that run on a condition of all threads: behind the loop they are over only where what the loop has waited for is what was copied. The conditions of the
// prologue, the loop's bound and the conditions inside of it must fit; a condition of its own, a bound of one more, or no condition where the loop may not run
// leave a copy on its way.
#ws = #gpu.address_space<workgroup>
!bar2 = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
!bar3 = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 3>
!map = !nvgpu.tensormap.descriptor<tensor = memref<128xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
gpu.module @kernels {
  gpu.func @two_slots(%map: !map, %n: index, %p: i1, %v: f32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c127 = arith.constant 127 : index
    %c512 = arith.constant 512 : index
    %c1000 = arith.constant 1000 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c127, %tid : index
    %first = arith.cmpi eq, %tid, %c0 : index
    %tile = memref.alloc() : memref<2x128xf32, 3>
    %other = memref.alloc() : memref<128xf32, 3>
    %full = nvgpu.mbarrier.create -> !bar2
    nvgpu.mbarrier.init %full[%c0], %c1, predicate = %first : !bar2
    nvgpu.mbarrier.init %full[%c1], %c1, predicate = %first : !bar2
    gpu.barrier
    %has0 = arith.cmpi slt, %c0, %n : index
    scf.if %has0 {
      nvgpu.mbarrier.arrive.expect_tx %full[%c0], %c512, predicate = %first : !bar2
      %tc0 = memref.subview %tile[%c0, 0] [1, 128] [1, 1] : memref<2x128xf32, 3> to memref<128xf32, strided<[1], offset: ?>, 3>
      nvgpu.tma.async.load %map[%c0], %full[%c0] to %tc0, predicate = %first : !map, !bar2 -> memref<128xf32, strided<[1], offset: ?>, 3>
    }
    scf.for %i = %c0 to %n step %c1 {
      %s = arith.remui %i, %c2 : index
      %turn = arith.divui %i, %c2 : index
      %odd = arith.remui %turn, %c2 : index
      %phase = arith.cmpi eq, %odd, %c1 : index
      nvgpu.mbarrier.try_wait.parity %full[%s], %phase, %c1000 : !bar2
      %x = memref.load %tile[%s, %rev] : memref<2x128xf32, 3>
      gpu.barrier
      %i2 = arith.addi %i, %c1 : index
      %ahead = arith.cmpi slt, %i2, %n : index
      scf.if %ahead {
        %s2 = arith.remui %i2, %c2 : index
        nvgpu.mbarrier.arrive.expect_tx %full[%s2], %c512, predicate = %first : !bar2
        %ts2 = memref.subview %tile[%s2, 0] [1, 128] [1, 1] : memref<2x128xf32, 3> to memref<128xf32, strided<[1], offset: ?>, 3>
        nvgpu.tma.async.load %map[%c0], %full[%s2] to %ts2, predicate = %first : !map, !bar2 -> memref<128xf32, strided<[1], offset: ?>, 3>
      }
    }
    memref.store %v, %other[%tid] : memref<128xf32, 3>
    gpu.barrier
    %o = memref.load %other[%rev] : memref<128xf32, 3>
    %y0 = memref.load %tile[%c0, %rev] : memref<2x128xf32, 3>
    %y1 = memref.load %tile[%c1, %rev] : memref<2x128xf32, 3>
    gpu.return
  }

  gpu.func @three_slots(%map: !map, %n: index, %p: i1, %v: f32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c127 = arith.constant 127 : index
    %c512 = arith.constant 512 : index
    %c1000 = arith.constant 1000 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c127, %tid : index
    %first = arith.cmpi eq, %tid, %c0 : index
    %tile = memref.alloc() : memref<3x128xf32, 3>
    %other = memref.alloc() : memref<128xf32, 3>
    %full = nvgpu.mbarrier.create -> !bar3
    nvgpu.mbarrier.init %full[%c0], %c1, predicate = %first : !bar3
    nvgpu.mbarrier.init %full[%c1], %c1, predicate = %first : !bar3
    nvgpu.mbarrier.init %full[%c2], %c1, predicate = %first : !bar3
    gpu.barrier
    %has0 = arith.cmpi slt, %c0, %n : index
    scf.if %has0 {
      nvgpu.mbarrier.arrive.expect_tx %full[%c0], %c512, predicate = %first : !bar3
      %tc0 = memref.subview %tile[%c0, 0] [1, 128] [1, 1] : memref<3x128xf32, 3> to memref<128xf32, strided<[1], offset: ?>, 3>
      nvgpu.tma.async.load %map[%c0], %full[%c0] to %tc0, predicate = %first : !map, !bar3 -> memref<128xf32, strided<[1], offset: ?>, 3>
    }
    %has1 = arith.cmpi slt, %c1, %n : index
    scf.if %has1 {
      nvgpu.mbarrier.arrive.expect_tx %full[%c1], %c512, predicate = %first : !bar3
      %tc1 = memref.subview %tile[%c1, 0] [1, 128] [1, 1] : memref<3x128xf32, 3> to memref<128xf32, strided<[1], offset: ?>, 3>
      nvgpu.tma.async.load %map[%c0], %full[%c1] to %tc1, predicate = %first : !map, !bar3 -> memref<128xf32, strided<[1], offset: ?>, 3>
    }
    scf.for %i = %c0 to %n step %c1 {
      %s = arith.remui %i, %c3 : index
      %turn = arith.divui %i, %c3 : index
      %odd = arith.remui %turn, %c2 : index
      %phase = arith.cmpi eq, %odd, %c1 : index
      nvgpu.mbarrier.try_wait.parity %full[%s], %phase, %c1000 : !bar3
      %x = memref.load %tile[%s, %rev] : memref<3x128xf32, 3>
      gpu.barrier
      %i2 = arith.addi %i, %c2 : index
      %ahead = arith.cmpi slt, %i2, %n : index
      scf.if %ahead {
        %s2 = arith.remui %i2, %c3 : index
        nvgpu.mbarrier.arrive.expect_tx %full[%s2], %c512, predicate = %first : !bar3
        %ts2 = memref.subview %tile[%s2, 0] [1, 128] [1, 1] : memref<3x128xf32, 3> to memref<128xf32, strided<[1], offset: ?>, 3>
        nvgpu.tma.async.load %map[%c0], %full[%s2] to %ts2, predicate = %first : !map, !bar3 -> memref<128xf32, strided<[1], offset: ?>, 3>
      }
    }
    memref.store %v, %other[%tid] : memref<128xf32, 3>
    gpu.barrier
    %o = memref.load %other[%rev] : memref<128xf32, 3>
    %y0 = memref.load %tile[%c0, %rev] : memref<3x128xf32, 3>
    %y1 = memref.load %tile[%c1, %rev] : memref<3x128xf32, 3>
    %y2 = memref.load %tile[%c2, %rev] : memref<3x128xf32, 3>
    gpu.return
  }

  gpu.func @two_slots_copied_one_iteration_too_far(%map: !map, %n: index, %p: i1, %v: f32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c127 = arith.constant 127 : index
    %c512 = arith.constant 512 : index
    %c1000 = arith.constant 1000 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c127, %tid : index
    %first = arith.cmpi eq, %tid, %c0 : index
    %more = arith.addi %n, %c1 : index
    %tile = memref.alloc() : memref<2x128xf32, 3>
    %other = memref.alloc() : memref<128xf32, 3>
    %full = nvgpu.mbarrier.create -> !bar2
    nvgpu.mbarrier.init %full[%c0], %c1, predicate = %first : !bar2
    nvgpu.mbarrier.init %full[%c1], %c1, predicate = %first : !bar2
    gpu.barrier
    %has0 = arith.cmpi slt, %c0, %n : index
    scf.if %has0 {
      nvgpu.mbarrier.arrive.expect_tx %full[%c0], %c512, predicate = %first : !bar2
      %tc0 = memref.subview %tile[%c0, 0] [1, 128] [1, 1] : memref<2x128xf32, 3> to memref<128xf32, strided<[1], offset: ?>, 3>
      nvgpu.tma.async.load %map[%c0], %full[%c0] to %tc0, predicate = %first : !map, !bar2 -> memref<128xf32, strided<[1], offset: ?>, 3>
    }
    scf.for %i = %c0 to %n step %c1 {
      %s = arith.remui %i, %c2 : index
      %turn = arith.divui %i, %c2 : index
      %odd = arith.remui %turn, %c2 : index
      %phase = arith.cmpi eq, %odd, %c1 : index
      nvgpu.mbarrier.try_wait.parity %full[%s], %phase, %c1000 : !bar2
      %x = memref.load %tile[%s, %rev] : memref<2x128xf32, 3>
      gpu.barrier
      %i2 = arith.addi %i, %c1 : index
      %ahead = arith.cmpi slt, %i2, %more : index
      scf.if %ahead {
        %s2 = arith.remui %i2, %c2 : index
        nvgpu.mbarrier.arrive.expect_tx %full[%s2], %c512, predicate = %first : !bar2
        %ts2 = memref.subview %tile[%s2, 0] [1, 128] [1, 1] : memref<2x128xf32, 3> to memref<128xf32, strided<[1], offset: ?>, 3>
        nvgpu.tma.async.load %map[%c0], %full[%s2] to %ts2, predicate = %first : !map, !bar2 -> memref<128xf32, strided<[1], offset: ?>, 3> // expected-note {{thread 0 starts it here, in iteration 1}} expected-note {{thread 0 starts it here, in iteration 2}}
      }
    }
    memref.store %v, %other[%tid] : memref<128xf32, 3>
    gpu.barrier // expected-note {{the next that thread 0 tells others, on the workgroup's barrier}} expected-note {{the last that thread group 1-127 waits for, the workgroup's barrier}} expected-note {{the next that thread 0 tells others, on the workgroup's barrier}} expected-note {{the last that thread group 1-127 waits for, the workgroup's barrier}}
    %o = memref.load %other[%rev] : memref<128xf32, 3>
    %y0 = memref.load %tile[%c0, %rev] : memref<2x128xf32, 3> // expected-error {{missing-async-wait}}
    %y1 = memref.load %tile[%c1, %rev] : memref<2x128xf32, 3> // expected-warning {{missing-async-wait}}
    gpu.return
  }

  gpu.func @three_slots_copied_one_iteration_too_far(%map: !map, %n: index, %p: i1, %v: f32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c127 = arith.constant 127 : index
    %c512 = arith.constant 512 : index
    %c1000 = arith.constant 1000 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c127, %tid : index
    %first = arith.cmpi eq, %tid, %c0 : index
    %more = arith.addi %n, %c1 : index
    %tile = memref.alloc() : memref<3x128xf32, 3>
    %other = memref.alloc() : memref<128xf32, 3>
    %full = nvgpu.mbarrier.create -> !bar3
    nvgpu.mbarrier.init %full[%c0], %c1, predicate = %first : !bar3
    nvgpu.mbarrier.init %full[%c1], %c1, predicate = %first : !bar3
    nvgpu.mbarrier.init %full[%c2], %c1, predicate = %first : !bar3
    gpu.barrier
    %has0 = arith.cmpi slt, %c0, %n : index
    scf.if %has0 {
      nvgpu.mbarrier.arrive.expect_tx %full[%c0], %c512, predicate = %first : !bar3
      %tc0 = memref.subview %tile[%c0, 0] [1, 128] [1, 1] : memref<3x128xf32, 3> to memref<128xf32, strided<[1], offset: ?>, 3>
      nvgpu.tma.async.load %map[%c0], %full[%c0] to %tc0, predicate = %first : !map, !bar3 -> memref<128xf32, strided<[1], offset: ?>, 3>
    }
    %has1 = arith.cmpi slt, %c1, %n : index
    scf.if %has1 {
      nvgpu.mbarrier.arrive.expect_tx %full[%c1], %c512, predicate = %first : !bar3
      %tc1 = memref.subview %tile[%c1, 0] [1, 128] [1, 1] : memref<3x128xf32, 3> to memref<128xf32, strided<[1], offset: ?>, 3>
      nvgpu.tma.async.load %map[%c0], %full[%c1] to %tc1, predicate = %first : !map, !bar3 -> memref<128xf32, strided<[1], offset: ?>, 3>
    }
    scf.for %i = %c0 to %n step %c1 {
      %s = arith.remui %i, %c3 : index
      %turn = arith.divui %i, %c3 : index
      %odd = arith.remui %turn, %c2 : index
      %phase = arith.cmpi eq, %odd, %c1 : index
      nvgpu.mbarrier.try_wait.parity %full[%s], %phase, %c1000 : !bar3
      %x = memref.load %tile[%s, %rev] : memref<3x128xf32, 3>
      gpu.barrier // expected-note {{the next that thread 0 tells others, on the workgroup's barrier}} expected-note {{the next that thread 0 tells others, on the workgroup's barrier}} expected-note {{the next that thread 0 tells others, on the workgroup's barrier}}
      %i2 = arith.addi %i, %c2 : index
      %ahead = arith.cmpi slt, %i2, %more : index
      scf.if %ahead {
        %s2 = arith.remui %i2, %c3 : index
        nvgpu.mbarrier.arrive.expect_tx %full[%s2], %c512, predicate = %first : !bar3
        %ts2 = memref.subview %tile[%s2, 0] [1, 128] [1, 1] : memref<3x128xf32, 3> to memref<128xf32, strided<[1], offset: ?>, 3>
        nvgpu.tma.async.load %map[%c0], %full[%s2] to %ts2, predicate = %first : !map, !bar3 -> memref<128xf32, strided<[1], offset: ?>, 3> // expected-note {{thread 0 starts it here, in iteration 1}} expected-note {{thread 0 starts it here, in iteration 2}} expected-note {{thread 0 starts it here, in iteration 3}}
      }
    }
    memref.store %v, %other[%tid] : memref<128xf32, 3>
    gpu.barrier // expected-note {{the last that thread group 1-127 waits for, the workgroup's barrier}} expected-note {{the last that thread group 1-127 waits for, the workgroup's barrier}} expected-note {{the last that thread group 1-127 waits for, the workgroup's barrier}}
    %o = memref.load %other[%rev] : memref<128xf32, 3>
    %y0 = memref.load %tile[%c0, %rev] : memref<3x128xf32, 3> // expected-error {{missing-async-wait}}
    %y1 = memref.load %tile[%c1, %rev] : memref<3x128xf32, 3> // expected-warning {{missing-async-wait}}
    %y2 = memref.load %tile[%c2, %rev] : memref<3x128xf32, 3> // expected-warning {{missing-async-wait}}
    gpu.return
  }

  gpu.func @copied_on_another_condition(%map: !map, %n: index, %p: i1, %v: f32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c127 = arith.constant 127 : index
    %c512 = arith.constant 512 : index
    %c1000 = arith.constant 1000 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c127, %tid : index
    %first = arith.cmpi eq, %tid, %c0 : index
    %tile = memref.alloc() : memref<3x128xf32, 3>
    %other = memref.alloc() : memref<128xf32, 3>
    %full = nvgpu.mbarrier.create -> !bar3
    nvgpu.mbarrier.init %full[%c0], %c1, predicate = %first : !bar3
    nvgpu.mbarrier.init %full[%c1], %c1, predicate = %first : !bar3
    nvgpu.mbarrier.init %full[%c2], %c1, predicate = %first : !bar3
    gpu.barrier
    %has0 = arith.cmpi slt, %c0, %n : index
    scf.if %has0 {
      nvgpu.mbarrier.arrive.expect_tx %full[%c0], %c512, predicate = %first : !bar3
      %tc0 = memref.subview %tile[%c0, 0] [1, 128] [1, 1] : memref<3x128xf32, 3> to memref<128xf32, strided<[1], offset: ?>, 3>
      nvgpu.tma.async.load %map[%c0], %full[%c0] to %tc0, predicate = %first : !map, !bar3 -> memref<128xf32, strided<[1], offset: ?>, 3>
    }
    %has1 = arith.cmpi slt, %c1, %n : index
    scf.if %has1 {
      nvgpu.mbarrier.arrive.expect_tx %full[%c1], %c512, predicate = %first : !bar3
      %tc1 = memref.subview %tile[%c1, 0] [1, 128] [1, 1] : memref<3x128xf32, 3> to memref<128xf32, strided<[1], offset: ?>, 3>
      nvgpu.tma.async.load %map[%c0], %full[%c1] to %tc1, predicate = %first : !map, !bar3 -> memref<128xf32, strided<[1], offset: ?>, 3>
    }
    scf.for %i = %c0 to %n step %c1 {
      %s = arith.remui %i, %c3 : index
      %turn = arith.divui %i, %c3 : index
      %odd = arith.remui %turn, %c2 : index
      %phase = arith.cmpi eq, %odd, %c1 : index
      nvgpu.mbarrier.try_wait.parity %full[%s], %phase, %c1000 : !bar3 // expected-warning {{wait-without-signal}} expected-note {{thread group 1-127 waits here for %full[2], parity 0}}
      %x = memref.load %tile[%s, %rev] : memref<3x128xf32, 3>
      gpu.barrier // expected-note {{the next that thread 0 tells others, on the workgroup's barrier}}
      %i2 = arith.addi %i, %c2 : index
      scf.if %p {
        %s2 = arith.remui %i2, %c3 : index
        nvgpu.mbarrier.arrive.expect_tx %full[%s2], %c512, predicate = %first : !bar3
        %ts2 = memref.subview %tile[%s2, 0] [1, 128] [1, 1] : memref<3x128xf32, 3> to memref<128xf32, strided<[1], offset: ?>, 3>
        nvgpu.tma.async.load %map[%c0], %full[%s2] to %ts2, predicate = %first : !map, !bar3 -> memref<128xf32, strided<[1], offset: ?>, 3> // expected-note {{thread 0 starts it here, in iteration 1}} expected-note {{thread 0 starts it here, in iteration 2}} expected-note {{thread 0 starts it here, in iteration 3}}
      }
    }
    memref.store %v, %other[%tid] : memref<128xf32, 3>
    gpu.barrier // expected-note {{the last that thread group 1-127 waits for, the workgroup's barrier}} expected-note {{the next that thread 0 tells others, on the workgroup's barrier}} expected-note {{the last that thread group 1-127 waits for, the workgroup's barrier}} expected-note {{the next that thread 0 tells others, on the workgroup's barrier}} expected-note {{the last that thread group 1-127 waits for, the workgroup's barrier}}
    %o = memref.load %other[%rev] : memref<128xf32, 3>
    %y0 = memref.load %tile[%c0, %rev] : memref<3x128xf32, 3> // expected-error {{missing-async-wait}}
    %y1 = memref.load %tile[%c1, %rev] : memref<3x128xf32, 3> // expected-error {{missing-async-wait}}
    %y2 = memref.load %tile[%c2, %rev] : memref<3x128xf32, 3> // expected-warning {{missing-async-wait}}
    gpu.return
  }

  gpu.func @loop_may_not_run(%map: !map, %n: index, %p: i1, %v: f32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} { // expected-information {{unknown-protocol}}
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c127 = arith.constant 127 : index
    %c512 = arith.constant 512 : index
    %c1000 = arith.constant 1000 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c127, %tid : index
    %first = arith.cmpi eq, %tid, %c0 : index
    %tile = memref.alloc() : memref<3x128xf32, 3>
    %other = memref.alloc() : memref<128xf32, 3>
    %full = nvgpu.mbarrier.create -> !bar3
    nvgpu.mbarrier.init %full[%c0], %c1, predicate = %first : !bar3
    nvgpu.mbarrier.init %full[%c1], %c1, predicate = %first : !bar3
    nvgpu.mbarrier.init %full[%c2], %c1, predicate = %first : !bar3
    gpu.barrier
    nvgpu.mbarrier.arrive.expect_tx %full[%c0], %c512, predicate = %first : !bar3
    %tc0 = memref.subview %tile[%c0, 0] [1, 128] [1, 1] : memref<3x128xf32, 3> to memref<128xf32, strided<[1], offset: ?>, 3>
    nvgpu.tma.async.load %map[%c0], %full[%c0] to %tc0, predicate = %first : !map, !bar3 -> memref<128xf32, strided<[1], offset: ?>, 3>
    nvgpu.mbarrier.arrive.expect_tx %full[%c1], %c512, predicate = %first : !bar3
    %tc1 = memref.subview %tile[%c1, 0] [1, 128] [1, 1] : memref<3x128xf32, 3> to memref<128xf32, strided<[1], offset: ?>, 3>
    nvgpu.tma.async.load %map[%c0], %full[%c1] to %tc1, predicate = %first : !map, !bar3 -> memref<128xf32, strided<[1], offset: ?>, 3>
    scf.for %i = %c0 to %n step %c1 {
      %s = arith.remui %i, %c3 : index
      %turn = arith.divui %i, %c3 : index
      %odd = arith.remui %turn, %c2 : index
      %phase = arith.cmpi eq, %odd, %c1 : index
      nvgpu.mbarrier.try_wait.parity %full[%s], %phase, %c1000 : !bar3
      %x = memref.load %tile[%s, %rev] : memref<3x128xf32, 3>
      gpu.barrier
      %i2 = arith.addi %i, %c2 : index
      %ahead = arith.cmpi slt, %i2, %n : index
      scf.if %ahead {
        %s2 = arith.remui %i2, %c3 : index
        nvgpu.mbarrier.arrive.expect_tx %full[%s2], %c512, predicate = %first : !bar3
        %ts2 = memref.subview %tile[%s2, 0] [1, 128] [1, 1] : memref<3x128xf32, 3> to memref<128xf32, strided<[1], offset: ?>, 3>
        nvgpu.tma.async.load %map[%c0], %full[%s2] to %ts2, predicate = %first : !map, !bar3 -> memref<128xf32, strided<[1], offset: ?>, 3>
      }
    }
    memref.store %v, %other[%tid] : memref<128xf32, 3>
    gpu.barrier
    %o = memref.load %other[%rev] : memref<128xf32, 3>
    %y0 = memref.load %tile[%c0, %rev] : memref<3x128xf32, 3>
    %y1 = memref.load %tile[%c1, %rev] : memref<3x128xf32, 3>
    %y2 = memref.load %tile[%c2, %rev] : memref<3x128xf32, 3>
    gpu.return
  }

  gpu.func @prologue_on_another_condition(%map: !map, %n: index, %p: i1, %v: f32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} { // expected-information {{unknown-protocol}}
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c127 = arith.constant 127 : index
    %c512 = arith.constant 512 : index
    %c1000 = arith.constant 1000 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c127, %tid : index
    %first = arith.cmpi eq, %tid, %c0 : index
    %tile = memref.alloc() : memref<3x128xf32, 3>
    %other = memref.alloc() : memref<128xf32, 3>
    %full = nvgpu.mbarrier.create -> !bar3
    nvgpu.mbarrier.init %full[%c0], %c1, predicate = %first : !bar3
    nvgpu.mbarrier.init %full[%c1], %c1, predicate = %first : !bar3
    nvgpu.mbarrier.init %full[%c2], %c1, predicate = %first : !bar3
    gpu.barrier
    scf.if %p {
      nvgpu.mbarrier.arrive.expect_tx %full[%c0], %c512, predicate = %first : !bar3
      %tc0 = memref.subview %tile[%c0, 0] [1, 128] [1, 1] : memref<3x128xf32, 3> to memref<128xf32, strided<[1], offset: ?>, 3>
      nvgpu.tma.async.load %map[%c0], %full[%c0] to %tc0, predicate = %first : !map, !bar3 -> memref<128xf32, strided<[1], offset: ?>, 3>
    }
    scf.if %p {
      nvgpu.mbarrier.arrive.expect_tx %full[%c1], %c512, predicate = %first : !bar3
      %tc1 = memref.subview %tile[%c1, 0] [1, 128] [1, 1] : memref<3x128xf32, 3> to memref<128xf32, strided<[1], offset: ?>, 3>
      nvgpu.tma.async.load %map[%c0], %full[%c1] to %tc1, predicate = %first : !map, !bar3 -> memref<128xf32, strided<[1], offset: ?>, 3>
    }
    scf.for %i = %c0 to %n step %c1 {
      %s = arith.remui %i, %c3 : index
      %turn = arith.divui %i, %c3 : index
      %odd = arith.remui %turn, %c2 : index
      %phase = arith.cmpi eq, %odd, %c1 : index
      nvgpu.mbarrier.try_wait.parity %full[%s], %phase, %c1000 : !bar3 // expected-warning {{deadlock}} expected-note {{thread group 1-127 waits here for %full[0], parity 0}}
      %x = memref.load %tile[%s, %rev] : memref<3x128xf32, 3>
      gpu.barrier
      %i2 = arith.addi %i, %c2 : index
      %ahead = arith.cmpi slt, %i2, %n : index
      scf.if %ahead {
        %s2 = arith.remui %i2, %c3 : index
        nvgpu.mbarrier.arrive.expect_tx %full[%s2], %c512, predicate = %first : !bar3 // expected-note {{thread 0 would arrive on %full[0] here, behind the wait on line 356}}
        %ts2 = memref.subview %tile[%s2, 0] [1, 128] [1, 1] : memref<3x128xf32, 3> to memref<128xf32, strided<[1], offset: ?>, 3>
        nvgpu.tma.async.load %map[%c0], %full[%s2] to %ts2, predicate = %first : !map, !bar3 -> memref<128xf32, strided<[1], offset: ?>, 3>
      }
    }
    memref.store %v, %other[%tid] : memref<128xf32, 3>
    gpu.barrier
    %o = memref.load %other[%rev] : memref<128xf32, 3>
    %y0 = memref.load %tile[%c0, %rev] : memref<3x128xf32, 3>
    %y1 = memref.load %tile[%c1, %rev] : memref<3x128xf32, 3>
    %y2 = memref.load %tile[%c2, %rev] : memref<3x128xf32, 3>
    gpu.return
  }
}
