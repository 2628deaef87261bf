// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// Behind the loop of a ring of mbarriers, whose copies ran ahead without a condition: a wait there is for the copies of its own slot, which the trip count names.
#ws = #gpu.address_space<workgroup>
!bar3 = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 3>
!map = !nvgpu.tensormap.descriptor<tensor = memref<128xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
gpu.module @kernels {
  gpu.func @waits_for_both(%map: !map, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
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
        %s2 = arith.remui %i2, %c3 : index
        nvgpu.mbarrier.arrive.expect_tx %full[%s2], %c512, predicate = %first : !bar3
        %ts2 = memref.subview %tile[%s2, 0] [1, 128] [1, 1] : memref<3x128xf32, 3> to memref<128xf32, strided<[1], offset: ?>, 3>
        nvgpu.tma.async.load %map[%c0], %full[%s2] to %ts2, predicate = %first : !map, !bar3 -> memref<128xf32, strided<[1], offset: ?>, 3>
    }
    %w0 = arith.addi %n, %c0 : index
    %ws0 = arith.remui %w0, %c3 : index
    %wt0 = arith.divui %w0, %c3 : index
    %wo0 = arith.remui %wt0, %c2 : index
    %wp0 = arith.cmpi eq, %wo0, %c1 : index
    nvgpu.mbarrier.try_wait.parity %full[%ws0], %wp0, %c1000 : !bar3
    %w1 = arith.addi %n, %c1 : index
    %ws1 = arith.remui %w1, %c3 : index
    %wt1 = arith.divui %w1, %c3 : index
    %wo1 = arith.remui %wt1, %c2 : index
    %wp1 = arith.cmpi eq, %wo1, %c1 : index
    nvgpu.mbarrier.try_wait.parity %full[%ws1], %wp1, %c1000 : !bar3
    %r0 = arith.addi %n, %c0 : index
    %rs0 = arith.remui %r0, %c3 : index
    %y0 = memref.load %tile[%rs0, %rev] : memref<3x128xf32, 3>
    %r1 = arith.addi %n, %c1 : index
    %rs1 = arith.remui %r1, %c3 : index
    %y1 = memref.load %tile[%rs1, %rev] : memref<3x128xf32, 3>
    gpu.return
  }

  gpu.func @waits_for_the_first_only(%map: !map, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} { // expected-information {{unknown-protocol}}
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
        %s2 = arith.remui %i2, %c3 : index
        nvgpu.mbarrier.arrive.expect_tx %full[%s2], %c512, predicate = %first : !bar3
        %ts2 = memref.subview %tile[%s2, 0] [1, 128] [1, 1] : memref<3x128xf32, 3> to memref<128xf32, strided<[1], offset: ?>, 3>
        nvgpu.tma.async.load %map[%c0], %full[%s2] to %ts2, predicate = %first : !map, !bar3 -> memref<128xf32, strided<[1], offset: ?>, 3> // expected-note {{thread 0 starts it here, in iteration 17}}
    }
    %w0 = arith.addi %n, %c0 : index
    %ws0 = arith.remui %w0, %c3 : index
    %wt0 = arith.divui %w0, %c3 : index
    %wo0 = arith.remui %wt0, %c2 : index
    %wp0 = arith.cmpi eq, %wo0, %c1 : index
    nvgpu.mbarrier.try_wait.parity %full[%ws0], %wp0, %c1000 : !bar3
    %r0 = arith.addi %n, %c0 : index
    %rs0 = arith.remui %r0, %c3 : index
    %y0 = memref.load %tile[%rs0, %rev] : memref<3x128xf32, 3>
    %r1 = arith.addi %n, %c1 : index
    %rs1 = arith.remui %r1, %c3 : index
    %y1 = memref.load %tile[%rs1, %rev] : memref<3x128xf32, 3> // expected-error {{missing-async-wait}}
    gpu.return
  }

  gpu.func @waits_for_the_other_one(%map: !map, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} { // expected-information {{unknown-protocol}}
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
        %s2 = arith.remui %i2, %c3 : index
        nvgpu.mbarrier.arrive.expect_tx %full[%s2], %c512, predicate = %first : !bar3
        %ts2 = memref.subview %tile[%s2, 0] [1, 128] [1, 1] : memref<3x128xf32, 3> to memref<128xf32, strided<[1], offset: ?>, 3>
        nvgpu.tma.async.load %map[%c0], %full[%s2] to %ts2, predicate = %first : !map, !bar3 -> memref<128xf32, strided<[1], offset: ?>, 3> // expected-note {{thread 0 starts it here, in iteration 16}}
    }
    %w1 = arith.addi %n, %c1 : index
    %ws1 = arith.remui %w1, %c3 : index
    %wt1 = arith.divui %w1, %c3 : index
    %wo1 = arith.remui %wt1, %c2 : index
    %wp1 = arith.cmpi eq, %wo1, %c1 : index
    nvgpu.mbarrier.try_wait.parity %full[%ws1], %wp1, %c1000 : !bar3
    %r0 = arith.addi %n, %c0 : index
    %rs0 = arith.remui %r0, %c3 : index
    %y0 = memref.load %tile[%rs0, %rev] : memref<3x128xf32, 3> // expected-error {{missing-async-wait}}
    gpu.return
  }
}
