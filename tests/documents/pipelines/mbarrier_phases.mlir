// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// A wait on an mbarrier names a phase by its parity: 0 for the first, then in turn. It passes at once when that phase is over, or is the one before the first:
// with the wrong parity nothing has landed, however many waits there are. In a ring the parity changes each time the loop comes to a slot again.
#ws = #gpu.address_space<workgroup>
!bar1 = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 1>
!bar3 = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 3>
!map = !nvgpu.tensormap.descriptor<tensor = memref<128xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
gpu.module @kernels {
  gpu.func @toggles_with_each_turn(%map: !map, %n: index, %p: i1, %v: f32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
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

  gpu.func @never_toggles(%map: !map, %n: index, %p: i1, %v: f32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
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
      %phase = arith.constant false
      nvgpu.mbarrier.try_wait.parity %full[%s], %phase, %c1000 : !bar3 // expected-error {{missed-phase}}
      %x = memref.load %tile[%s, %rev] : memref<3x128xf32, 3> // expected-error {{missing-async-wait}}
      gpu.barrier // expected-note {{the next that thread 0 tells others, on the workgroup's barrier}} expected-note {{the next that thread 0 tells others, on the workgroup's barrier}} expected-note {{the next that thread 0 tells others, on the workgroup's barrier}}
      %i2 = arith.addi %i, %c2 : index
      %ahead = arith.cmpi slt, %i2, %n : index
      scf.if %ahead {
        %s2 = arith.remui %i2, %c3 : index
        nvgpu.mbarrier.arrive.expect_tx %full[%s2], %c512, predicate = %first : !bar3 // expected-error {{early-arrival}}
        %ts2 = memref.subview %tile[%s2, 0] [1, 128] [1, 1] : memref<3x128xf32, 3> to memref<128xf32, strided<[1], offset: ?>, 3>
        nvgpu.tma.async.load %map[%c0], %full[%s2] to %ts2, predicate = %first : !map, !bar3 -> memref<128xf32, strided<[1], offset: ?>, 3> // expected-note {{thread 0 arrives here}} expected-note {{thread 0 starts it here, in iteration 1}} expected-note {{thread 0 arrives here}} expected-error {{early-arrival}} expected-note {{thread 0 arrives here}} expected-error {{missing-async-wait}} expected-note {{thread 0 starts it here, in iteration 1}} expected-note {{thread 0 starts it here, in iteration 1}} expected-note {{thread 0 starts it here, in iteration 2}} expected-note {{thread 0 starts it here, in iteration 3}}
      }
    }
    memref.store %v, %other[%tid] : memref<128xf32, 3>
    gpu.barrier // expected-note {{the last that thread group 1-127 waits for, the workgroup's barrier}} expected-note {{the last that thread group 1-127 waits for, the workgroup's barrier}} expected-note {{the last that thread group 1-127 waits for, the workgroup's barrier}}
    %o = memref.load %other[%rev] : memref<128xf32, 3>
    %y0 = memref.load %tile[%c0, %rev] : memref<3x128xf32, 3> // expected-error {{missing-async-wait}}
    %y1 = memref.load %tile[%c1, %rev] : memref<3x128xf32, 3> // expected-error {{missing-async-wait}}
    %y2 = memref.load %tile[%c2, %rev] : memref<3x128xf32, 3> // expected-error {{missing-async-wait}}
    gpu.return
  }

  gpu.func @starts_with_the_other(%map: !map, %n: index, %p: i1, %v: f32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
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
      nvgpu.tma.async.load %map[%c0], %full[%c0] to %tc0, predicate = %first : !map, !bar3 -> memref<128xf32, strided<[1], offset: ?>, 3> // expected-note {{thread 0 arrives here}} expected-note {{thread 0 starts it here}} expected-note {{thread 0 arrives here}} expected-note {{thread 0 arrives here}} expected-note {{thread 0 starts it here}} expected-note {{thread 0 starts it here}}
    }
    %has1 = arith.cmpi slt, %c1, %n : index
    scf.if %has1 {
      nvgpu.mbarrier.arrive.expect_tx %full[%c1], %c512, predicate = %first : !bar3 // expected-note {{the next that thread 0 tells others, on %full[1]}}
      %tc1 = memref.subview %tile[%c1, 0] [1, 128] [1, 1] : memref<3x128xf32, 3> to memref<128xf32, strided<[1], offset: ?>, 3>
      nvgpu.tma.async.load %map[%c0], %full[%c1] to %tc1, predicate = %first : !map, !bar3 -> memref<128xf32, strided<[1], offset: ?>, 3> // expected-note {{thread 0 starts it here}} expected-note {{thread 0 starts it here}} expected-note {{thread 0 starts it here}}
    }
    scf.for %i = %c0 to %n step %c1 {
      %s = arith.remui %i, %c3 : index
      %turn = arith.divui %i, %c3 : index
      %odd = arith.remui %turn, %c2 : index
      %phase = arith.cmpi eq, %odd, %c0 : index
      nvgpu.mbarrier.try_wait.parity %full[%s], %phase, %c1000 : !bar3 // expected-error {{missed-phase}}
      %x = memref.load %tile[%s, %rev] : memref<3x128xf32, 3> // expected-error {{missing-async-wait}}
      gpu.barrier // expected-note {{the next that thread 0 tells others, on the workgroup's barrier}} expected-note {{the next that thread 0 tells others, on the workgroup's barrier}} expected-note {{the next that thread 0 tells others, on the workgroup's barrier}} expected-note {{the next that thread 0 tells others, on the workgroup's barrier}}
      %i2 = arith.addi %i, %c2 : index
      %ahead = arith.cmpi slt, %i2, %n : index
      scf.if %ahead {
        %s2 = arith.remui %i2, %c3 : index
        nvgpu.mbarrier.arrive.expect_tx %full[%s2], %c512, predicate = %first : !bar3 // expected-error {{early-arrival}}
        %ts2 = memref.subview %tile[%s2, 0] [1, 128] [1, 1] : memref<3x128xf32, 3> to memref<128xf32, strided<[1], offset: ?>, 3>
        nvgpu.tma.async.load %map[%c0], %full[%s2] to %ts2, predicate = %first : !map, !bar3 -> memref<128xf32, strided<[1], offset: ?>, 3> // expected-note {{thread 0 starts it here, in iteration 0}} expected-error {{early-arrival}} expected-error {{missing-async-wait}} expected-note {{thread 0 starts it here, in iteration 0}} expected-note {{thread 0 starts it here, in iteration 1}} expected-note {{thread 0 starts it here, in iteration 2}} expected-note {{thread 0 starts it here, in iteration 0}}
      }
    }
    memref.store %v, %other[%tid] : memref<128xf32, 3>
    gpu.barrier // expected-note {{the last that thread group 1-127 waits for, the workgroup's barrier}} expected-note {{the last that thread group 1-127 waits for, the workgroup's barrier}} expected-note {{the last that thread group 1-127 waits for, the workgroup's barrier}}
    %o = memref.load %other[%rev] : memref<128xf32, 3>
    %y0 = memref.load %tile[%c0, %rev] : memref<3x128xf32, 3> // expected-error {{missing-async-wait}}
    %y1 = memref.load %tile[%c1, %rev] : memref<3x128xf32, 3> // expected-error {{missing-async-wait}}
    %y2 = memref.load %tile[%c2, %rev] : memref<3x128xf32, 3> // expected-error {{missing-async-wait}}
    gpu.return
  }

  gpu.func @toggles_in_each_iteration(%map: !map, %n: index, %p: i1, %v: f32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
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
      nvgpu.tma.async.load %map[%c0], %full[%c1] to %tc1, predicate = %first : !map, !bar3 -> memref<128xf32, strided<[1], offset: ?>, 3> // expected-note {{thread 0 arrives here}} expected-note {{thread 0 starts it here}} expected-note {{thread 0 arrives here}} expected-note {{thread 0 arrives here}} expected-note {{thread 0 starts it here}} expected-note {{thread 0 starts it here}}
    }
    scf.for %i = %c0 to %n step %c1 {
      %s = arith.remui %i, %c3 : index
      %turn = arith.divui %i, %c3 : index
      %odd = arith.remui %i, %c2 : index
      %phase = arith.cmpi eq, %odd, %c1 : index
      nvgpu.mbarrier.try_wait.parity %full[%s], %phase, %c1000 : !bar3 // expected-error {{missed-phase}}
      %x = memref.load %tile[%s, %rev] : memref<3x128xf32, 3> // expected-error {{missing-async-wait}}
      gpu.barrier // expected-note {{the next that thread 0 tells others, on the workgroup's barrier}} expected-note {{the next that thread 0 tells others, on the workgroup's barrier}}
      %i2 = arith.addi %i, %c2 : index
      %ahead = arith.cmpi slt, %i2, %n : index
      scf.if %ahead {
        %s2 = arith.remui %i2, %c3 : index
        nvgpu.mbarrier.arrive.expect_tx %full[%s2], %c512, predicate = %first : !bar3 // expected-error {{early-arrival}}
        %ts2 = memref.subview %tile[%s2, 0] [1, 128] [1, 1] : memref<3x128xf32, 3> to memref<128xf32, strided<[1], offset: ?>, 3>
        nvgpu.tma.async.load %map[%c0], %full[%s2] to %ts2, predicate = %first : !map, !bar3 -> memref<128xf32, strided<[1], offset: ?>, 3> // expected-note {{thread 0 starts it here, in iteration 2}} expected-error {{early-arrival}} expected-error {{missing-async-wait}} expected-note {{thread 0 starts it here, in iteration 2}} expected-note {{thread 0 starts it here, in iteration 2}}
      }
    }
    memref.store %v, %other[%tid] : memref<128xf32, 3>
    gpu.barrier // expected-note {{the last that thread group 1-127 waits for, the workgroup's barrier}}
    %o = memref.load %other[%rev] : memref<128xf32, 3>
    %y0 = memref.load %tile[%c0, %rev] : memref<3x128xf32, 3>
    %y1 = memref.load %tile[%c1, %rev] : memref<3x128xf32, 3> // expected-error {{missing-async-wait}}
    %y2 = memref.load %tile[%c2, %rev] : memref<3x128xf32, 3>
    gpu.return
  }

  gpu.func @one_behind_the_other(%map: !map) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c127 = arith.constant 127 : index
    %c512 = arith.constant 512 : index
    %c1000 = arith.constant 1000 : index
    %even = arith.constant false
    %odd = arith.constant true
    %tid = gpu.thread_id x
    %rev = arith.subi %c127, %tid : index
    %first = arith.cmpi eq, %tid, %c0 : index
    %tile = memref.alloc() : memref<128xf32, 3>
    %full = nvgpu.mbarrier.create -> !bar1
    nvgpu.mbarrier.init %full[%c0], %c1, predicate = %first : !bar1
    gpu.barrier
    nvgpu.mbarrier.arrive.expect_tx %full[%c0], %c512, predicate = %first : !bar1
    nvgpu.tma.async.load %map[%c0], %full[%c0] to %tile, predicate = %first : !map, !bar1 -> memref<128xf32, 3>
    nvgpu.mbarrier.try_wait.parity %full[%c0], %even, %c1000 : !bar1
    %x = memref.load %tile[%rev] : memref<128xf32, 3>
    gpu.barrier
    nvgpu.mbarrier.arrive.expect_tx %full[%c0], %c512, predicate = %first : !bar1
    nvgpu.tma.async.load %map[%c0], %full[%c0] to %tile, predicate = %first : !map, !bar1 -> memref<128xf32, 3>
    nvgpu.mbarrier.try_wait.parity %full[%c0], %odd, %c1000 : !bar1
    %y = memref.load %tile[%rev] : memref<128xf32, 3>
    gpu.return
  }

  gpu.func @the_same_parity_twice(%map: !map) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c127 = arith.constant 127 : index
    %c512 = arith.constant 512 : index
    %c1000 = arith.constant 1000 : index
    %even = arith.constant false
    %odd = arith.constant true
    %tid = gpu.thread_id x
    %rev = arith.subi %c127, %tid : index
    %first = arith.cmpi eq, %tid, %c0 : index
    %tile = memref.alloc() : memref<128xf32, 3>
    %full = nvgpu.mbarrier.create -> !bar1
    nvgpu.mbarrier.init %full[%c0], %c1, predicate = %first : !bar1
    gpu.barrier
    nvgpu.mbarrier.arrive.expect_tx %full[%c0], %c512, predicate = %first : !bar1
    nvgpu.tma.async.load %map[%c0], %full[%c0] to %tile, predicate = %first : !map, !bar1 -> memref<128xf32, 3>
    nvgpu.mbarrier.try_wait.parity %full[%c0], %even, %c1000 : !bar1
    %x = memref.load %tile[%rev] : memref<128xf32, 3>
    gpu.barrier
    nvgpu.mbarrier.arrive.expect_tx %full[%c0], %c512, predicate = %first : !bar1
    nvgpu.tma.async.load %map[%c0], %full[%c0] to %tile, predicate = %first : !map, !bar1 -> memref<128xf32, 3> // expected-note {{thread 0 arrives here}} expected-note {{thread 0 starts it here}}
    nvgpu.mbarrier.try_wait.parity %full[%c0], %even, %c1000 : !bar1 // expected-error {{missed-phase}}
    %y = memref.load %tile[%rev] : memref<128xf32, 3> // expected-error {{missing-async-wait}}
    gpu.return
  }
}
