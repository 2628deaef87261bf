// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// TMA copies, each slot with an mbarrier of its own; one thread arms it and starts the copy. The wait for a slot's mbarrier publishes its tile to every
// thread that waits; the barrier only keeps the next copy from a slot that is still read. Waiting for another slot's mbarrier covers nothing here.
#ws = #gpu.address_space<workgroup>
!bar = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
!map = !nvgpu.tensormap.descriptor<tensor = memref<128xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
gpu.module @kernels {
  gpu.func @two_buffers(%map: !map, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c512 = arith.constant 512 : index
    %c2 = arith.constant 2 : index
    %c1000 = arith.constant 1000 : index
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %a0 = memref.alloc() : memref<128xf32, 3>
    %b0 = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %b0[%c0], %c1, predicate = %first : !bar
    %a1 = memref.alloc() : memref<128xf32, 3>
    %b1 = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %b1[%c0], %c1, predicate = %first : !bar
    gpu.barrier
    nvgpu.mbarrier.arrive.expect_tx %b0[%c0], %c512, predicate = %first : !bar
    nvgpu.tma.async.load %map[%c0], %b0[%c0] to %a0, predicate = %first : !map, !bar -> memref<128xf32, 3>
    scf.for %i = %c0 to %n step %c1 {
      %odd = arith.remui %i, %c2 : index
      %parity = arith.cmpi eq, %odd, %c1 : index
      nvgpu.mbarrier.try_wait.parity %b0[%c0], %parity, %c1000 : !bar
      gpu.barrier
      %x0 = memref.load %a0[%tid] : memref<128xf32, 3>
      nvgpu.mbarrier.arrive.expect_tx %b1[%c0], %c512, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %b1[%c0] to %a1, predicate = %first : !map, !bar -> memref<128xf32, 3>
      nvgpu.mbarrier.try_wait.parity %b1[%c0], %parity, %c1000 : !bar
      gpu.barrier
      %x1 = memref.load %a1[%tid] : memref<128xf32, 3>
      nvgpu.mbarrier.arrive.expect_tx %b0[%c0], %c512, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %b0[%c0] to %a0, predicate = %first : !map, !bar -> memref<128xf32, 3>
    }
    %last = arith.remui %n, %c2 : index
    %end = arith.cmpi eq, %last, %c1 : index
    nvgpu.mbarrier.try_wait.parity %b0[%c0], %end, %c1000 : !bar
    %y0 = memref.load %a0[%tid] : memref<128xf32, 3>
    gpu.return
  }

  gpu.func @two_buffers_one_too_many_in_the_loop(%map: !map, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c512 = arith.constant 512 : index
    %c2 = arith.constant 2 : index
    %c1000 = arith.constant 1000 : index
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %a0 = memref.alloc() : memref<128xf32, 3>
    %b0 = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %b0[%c0], %c1, predicate = %first : !bar
    %a1 = memref.alloc() : memref<128xf32, 3>
    %b1 = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %b1[%c0], %c1, predicate = %first : !bar
    gpu.barrier
    nvgpu.mbarrier.arrive.expect_tx %b0[%c0], %c512, predicate = %first : !bar
    nvgpu.tma.async.load %map[%c0], %b0[%c0] to %a0, predicate = %first : !map, !bar -> memref<128xf32, 3>
    scf.for %i = %c0 to %n step %c1 {
      %odd = arith.remui %i, %c2 : index
      %parity = arith.cmpi eq, %odd, %c1 : index
      nvgpu.mbarrier.try_wait.parity %b1[%c0], %parity, %c1000 : !bar // expected-error {{deadlock}} expected-note {{thread group 1-127 waits here for %b1, parity 0}}
      gpu.barrier
      %x0 = memref.load %a0[%tid] : memref<128xf32, 3>
      nvgpu.mbarrier.arrive.expect_tx %b1[%c0], %c512, predicate = %first : !bar // expected-note {{thread 0 would arrive on %b1 here, behind the wait on line 66}}
      nvgpu.tma.async.load %map[%c0], %b1[%c0] to %a1, predicate = %first : !map, !bar -> memref<128xf32, 3>
      nvgpu.mbarrier.try_wait.parity %b1[%c0], %parity, %c1000 : !bar
      gpu.barrier
      %x1 = memref.load %a1[%tid] : memref<128xf32, 3>
      nvgpu.mbarrier.arrive.expect_tx %b0[%c0], %c512, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %b0[%c0] to %a0, predicate = %first : !map, !bar -> memref<128xf32, 3>
    }
    %last = arith.remui %n, %c2 : index
    %end = arith.cmpi eq, %last, %c1 : index
    nvgpu.mbarrier.try_wait.parity %b0[%c0], %end, %c1000 : !bar
    %y0 = memref.load %a0[%tid] : memref<128xf32, 3>
    gpu.return
  }

  gpu.func @two_buffers_one_too_many_in_the_epilogue(%map: !map, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c512 = arith.constant 512 : index
    %c2 = arith.constant 2 : index
    %c1000 = arith.constant 1000 : index
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %a0 = memref.alloc() : memref<128xf32, 3>
    %b0 = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %b0[%c0], %c1, predicate = %first : !bar
    %a1 = memref.alloc() : memref<128xf32, 3>
    %b1 = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %b1[%c0], %c1, predicate = %first : !bar
    gpu.barrier
    nvgpu.mbarrier.arrive.expect_tx %b0[%c0], %c512, predicate = %first : !bar
    nvgpu.tma.async.load %map[%c0], %b0[%c0] to %a0, predicate = %first : !map, !bar -> memref<128xf32, 3>
    scf.for %i = %c0 to %n step %c1 {
      %odd = arith.remui %i, %c2 : index
      %parity = arith.cmpi eq, %odd, %c1 : index
      nvgpu.mbarrier.try_wait.parity %b0[%c0], %parity, %c1000 : !bar
      gpu.barrier
      %x0 = memref.load %a0[%tid] : memref<128xf32, 3>
      nvgpu.mbarrier.arrive.expect_tx %b1[%c0], %c512, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %b1[%c0] to %a1, predicate = %first : !map, !bar -> memref<128xf32, 3>
      nvgpu.mbarrier.try_wait.parity %b1[%c0], %parity, %c1000 : !bar
      gpu.barrier
      %x1 = memref.load %a1[%tid] : memref<128xf32, 3>
      nvgpu.mbarrier.arrive.expect_tx %b0[%c0], %c512, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %b0[%c0] to %a0, predicate = %first : !map, !bar -> memref<128xf32, 3>
    }
    %last = arith.remui %n, %c2 : index
    %end = arith.cmpi eq, %last, %c1 : index
    nvgpu.mbarrier.try_wait.parity %b1[%c0], %end, %c1000 : !bar // expected-error {{wait-without-signal}} expected-note {{thread group 1-127 waits here for %b1, parity 0}}
    %y0 = memref.load %a0[%tid] : memref<128xf32, 3>
    gpu.return
  }

  gpu.func @three_buffers(%map: !map, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c512 = arith.constant 512 : index
    %c2 = arith.constant 2 : index
    %c1000 = arith.constant 1000 : index
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %a0 = memref.alloc() : memref<128xf32, 3>
    %b0 = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %b0[%c0], %c1, predicate = %first : !bar
    %a1 = memref.alloc() : memref<128xf32, 3>
    %b1 = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %b1[%c0], %c1, predicate = %first : !bar
    %a2 = memref.alloc() : memref<128xf32, 3>
    %b2 = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %b2[%c0], %c1, predicate = %first : !bar
    gpu.barrier
    nvgpu.mbarrier.arrive.expect_tx %b0[%c0], %c512, predicate = %first : !bar
    nvgpu.tma.async.load %map[%c0], %b0[%c0] to %a0, predicate = %first : !map, !bar -> memref<128xf32, 3>
    nvgpu.mbarrier.arrive.expect_tx %b1[%c0], %c512, predicate = %first : !bar
    nvgpu.tma.async.load %map[%c0], %b1[%c0] to %a1, predicate = %first : !map, !bar -> memref<128xf32, 3>
    scf.for %i = %c0 to %n step %c1 {
      %odd = arith.remui %i, %c2 : index
      %parity = arith.cmpi eq, %odd, %c1 : index
      nvgpu.mbarrier.try_wait.parity %b0[%c0], %parity, %c1000 : !bar
      gpu.barrier
      %x0 = memref.load %a0[%tid] : memref<128xf32, 3>
      nvgpu.mbarrier.arrive.expect_tx %b2[%c0], %c512, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %b2[%c0] to %a2, predicate = %first : !map, !bar -> memref<128xf32, 3>
      nvgpu.mbarrier.try_wait.parity %b1[%c0], %parity, %c1000 : !bar
      gpu.barrier
      %x1 = memref.load %a1[%tid] : memref<128xf32, 3>
      nvgpu.mbarrier.arrive.expect_tx %b0[%c0], %c512, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %b0[%c0] to %a0, predicate = %first : !map, !bar -> memref<128xf32, 3>
      nvgpu.mbarrier.try_wait.parity %b2[%c0], %parity, %c1000 : !bar
      gpu.barrier
      %x2 = memref.load %a2[%tid] : memref<128xf32, 3>
      nvgpu.mbarrier.arrive.expect_tx %b1[%c0], %c512, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %b1[%c0] to %a1, predicate = %first : !map, !bar -> memref<128xf32, 3>
    }
    %last = arith.remui %n, %c2 : index
    %end = arith.cmpi eq, %last, %c1 : index
    nvgpu.mbarrier.try_wait.parity %b0[%c0], %end, %c1000 : !bar
    %y0 = memref.load %a0[%tid] : memref<128xf32, 3>
    nvgpu.mbarrier.try_wait.parity %b1[%c0], %end, %c1000 : !bar
    %y1 = memref.load %a1[%tid] : memref<128xf32, 3>
    gpu.return
  }

  gpu.func @three_buffers_one_too_many_in_the_loop(%map: !map, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} { // expected-information {{unknown-protocol}}
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c512 = arith.constant 512 : index
    %c2 = arith.constant 2 : index
    %c1000 = arith.constant 1000 : index
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %a0 = memref.alloc() : memref<128xf32, 3>
    %b0 = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %b0[%c0], %c1, predicate = %first : !bar
    %a1 = memref.alloc() : memref<128xf32, 3>
    %b1 = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %b1[%c0], %c1, predicate = %first : !bar
    %a2 = memref.alloc() : memref<128xf32, 3>
    %b2 = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %b2[%c0], %c1, predicate = %first : !bar
    gpu.barrier
    nvgpu.mbarrier.arrive.expect_tx %b0[%c0], %c512, predicate = %first : !bar
    nvgpu.tma.async.load %map[%c0], %b0[%c0] to %a0, predicate = %first : !map, !bar -> memref<128xf32, 3> // expected-note {{thread 0 starts it here}} expected-note {{thread 0 arrives here}} expected-note {{thread 0 arrives here}} expected-note {{thread 0 starts it here}}
    nvgpu.mbarrier.arrive.expect_tx %b1[%c0], %c512, predicate = %first : !bar // expected-note {{the next that thread 0 tells others, on %b1}}
    nvgpu.tma.async.load %map[%c0], %b1[%c0] to %a1, predicate = %first : !map, !bar -> memref<128xf32, 3>
    scf.for %i = %c0 to %n step %c1 {
      %odd = arith.remui %i, %c2 : index
      %parity = arith.cmpi eq, %odd, %c1 : index
      nvgpu.mbarrier.try_wait.parity %b1[%c0], %parity, %c1000 : !bar
      gpu.barrier // expected-note {{the last that thread group 1-127 waits for, the workgroup's barrier}} expected-note {{the last that thread group 1-127 waits for, the workgroup's barrier}}
      %x0 = memref.load %a0[%tid] : memref<128xf32, 3> // expected-error {{missing-async-wait}}
      nvgpu.mbarrier.arrive.expect_tx %b2[%c0], %c512, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %b2[%c0] to %a2, predicate = %first : !map, !bar -> memref<128xf32, 3>
      nvgpu.mbarrier.try_wait.parity %b1[%c0], %parity, %c1000 : !bar
      gpu.barrier
      %x1 = memref.load %a1[%tid] : memref<128xf32, 3>
      nvgpu.mbarrier.arrive.expect_tx %b0[%c0], %c512, predicate = %first : !bar // expected-error {{early-arrival}}
      nvgpu.tma.async.load %map[%c0], %b0[%c0] to %a0, predicate = %first : !map, !bar -> memref<128xf32, 3> // expected-note {{thread 0 starts it here, in iteration 0}} expected-error {{early-arrival}} expected-error {{missing-async-wait}} expected-note {{thread 0 starts it here, in iteration 0}} expected-note {{thread 0 arrives here}} expected-note {{thread 0 starts it here, in iteration 0}}
      nvgpu.mbarrier.try_wait.parity %b2[%c0], %parity, %c1000 : !bar
      gpu.barrier // expected-note {{the next that thread 0 tells others, on the workgroup's barrier}}
      %x2 = memref.load %a2[%tid] : memref<128xf32, 3>
      nvgpu.mbarrier.arrive.expect_tx %b1[%c0], %c512, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %b1[%c0] to %a1, predicate = %first : !map, !bar -> memref<128xf32, 3>
    }
    %last = arith.remui %n, %c2 : index
    %end = arith.cmpi eq, %last, %c1 : index
    nvgpu.mbarrier.try_wait.parity %b0[%c0], %end, %c1000 : !bar // expected-error {{missed-phase}}
    %y0 = memref.load %a0[%tid] : memref<128xf32, 3> // expected-error {{missing-async-wait}}
    nvgpu.mbarrier.try_wait.parity %b1[%c0], %end, %c1000 : !bar
    %y1 = memref.load %a1[%tid] : memref<128xf32, 3>
    gpu.return
  }

  gpu.func @three_buffers_one_too_many_in_the_epilogue(%map: !map, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} { // expected-information {{unknown-protocol}}
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c512 = arith.constant 512 : index
    %c2 = arith.constant 2 : index
    %c1000 = arith.constant 1000 : index
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %a0 = memref.alloc() : memref<128xf32, 3>
    %b0 = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %b0[%c0], %c1, predicate = %first : !bar
    %a1 = memref.alloc() : memref<128xf32, 3>
    %b1 = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %b1[%c0], %c1, predicate = %first : !bar
    %a2 = memref.alloc() : memref<128xf32, 3>
    %b2 = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %b2[%c0], %c1, predicate = %first : !bar
    gpu.barrier
    nvgpu.mbarrier.arrive.expect_tx %b0[%c0], %c512, predicate = %first : !bar
    nvgpu.tma.async.load %map[%c0], %b0[%c0] to %a0, predicate = %first : !map, !bar -> memref<128xf32, 3>
    nvgpu.mbarrier.arrive.expect_tx %b1[%c0], %c512, predicate = %first : !bar
    nvgpu.tma.async.load %map[%c0], %b1[%c0] to %a1, predicate = %first : !map, !bar -> memref<128xf32, 3>
    scf.for %i = %c0 to %n step %c1 {
      %odd = arith.remui %i, %c2 : index
      %parity = arith.cmpi eq, %odd, %c1 : index
      nvgpu.mbarrier.try_wait.parity %b0[%c0], %parity, %c1000 : !bar
      gpu.barrier
      %x0 = memref.load %a0[%tid] : memref<128xf32, 3>
      nvgpu.mbarrier.arrive.expect_tx %b2[%c0], %c512, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %b2[%c0] to %a2, predicate = %first : !map, !bar -> memref<128xf32, 3>
      nvgpu.mbarrier.try_wait.parity %b1[%c0], %parity, %c1000 : !bar
      gpu.barrier
      %x1 = memref.load %a1[%tid] : memref<128xf32, 3>
      nvgpu.mbarrier.arrive.expect_tx %b0[%c0], %c512, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %b0[%c0] to %a0, predicate = %first : !map, !bar -> memref<128xf32, 3>
      nvgpu.mbarrier.try_wait.parity %b2[%c0], %parity, %c1000 : !bar
      gpu.barrier
      %x2 = memref.load %a2[%tid] : memref<128xf32, 3>
      nvgpu.mbarrier.arrive.expect_tx %b1[%c0], %c512, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %b1[%c0] to %a1, predicate = %first : !map, !bar -> memref<128xf32, 3> // expected-note {{thread 0 starts it here, in iteration 1}}
    }
    %last = arith.remui %n, %c2 : index
    %end = arith.cmpi eq, %last, %c1 : index
    nvgpu.mbarrier.try_wait.parity %b0[%c0], %end, %c1000 : !bar
    %y0 = memref.load %a0[%tid] : memref<128xf32, 3>
    nvgpu.mbarrier.try_wait.parity %b0[%c0], %end, %c1000 : !bar
    %y1 = memref.load %a1[%tid] : memref<128xf32, 3> // expected-error {{missing-async-wait}}
    gpu.return
  }

  gpu.func @four_buffers(%map: !map, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c512 = arith.constant 512 : index
    %c2 = arith.constant 2 : index
    %c1000 = arith.constant 1000 : index
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %a0 = memref.alloc() : memref<128xf32, 3>
    %b0 = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %b0[%c0], %c1, predicate = %first : !bar
    %a1 = memref.alloc() : memref<128xf32, 3>
    %b1 = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %b1[%c0], %c1, predicate = %first : !bar
    %a2 = memref.alloc() : memref<128xf32, 3>
    %b2 = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %b2[%c0], %c1, predicate = %first : !bar
    %a3 = memref.alloc() : memref<128xf32, 3>
    %b3 = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %b3[%c0], %c1, predicate = %first : !bar
    gpu.barrier
    nvgpu.mbarrier.arrive.expect_tx %b0[%c0], %c512, predicate = %first : !bar
    nvgpu.tma.async.load %map[%c0], %b0[%c0] to %a0, predicate = %first : !map, !bar -> memref<128xf32, 3>
    nvgpu.mbarrier.arrive.expect_tx %b1[%c0], %c512, predicate = %first : !bar
    nvgpu.tma.async.load %map[%c0], %b1[%c0] to %a1, predicate = %first : !map, !bar -> memref<128xf32, 3>
    nvgpu.mbarrier.arrive.expect_tx %b2[%c0], %c512, predicate = %first : !bar
    nvgpu.tma.async.load %map[%c0], %b2[%c0] to %a2, predicate = %first : !map, !bar -> memref<128xf32, 3>
    scf.for %i = %c0 to %n step %c1 {
      %odd = arith.remui %i, %c2 : index
      %parity = arith.cmpi eq, %odd, %c1 : index
      nvgpu.mbarrier.try_wait.parity %b0[%c0], %parity, %c1000 : !bar
      gpu.barrier
      %x0 = memref.load %a0[%tid] : memref<128xf32, 3>
      nvgpu.mbarrier.arrive.expect_tx %b3[%c0], %c512, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %b3[%c0] to %a3, predicate = %first : !map, !bar -> memref<128xf32, 3>
      nvgpu.mbarrier.try_wait.parity %b1[%c0], %parity, %c1000 : !bar
      gpu.barrier
      %x1 = memref.load %a1[%tid] : memref<128xf32, 3>
      nvgpu.mbarrier.arrive.expect_tx %b0[%c0], %c512, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %b0[%c0] to %a0, predicate = %first : !map, !bar -> memref<128xf32, 3>
      nvgpu.mbarrier.try_wait.parity %b2[%c0], %parity, %c1000 : !bar
      gpu.barrier
      %x2 = memref.load %a2[%tid] : memref<128xf32, 3>
      nvgpu.mbarrier.arrive.expect_tx %b1[%c0], %c512, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %b1[%c0] to %a1, predicate = %first : !map, !bar -> memref<128xf32, 3>
      nvgpu.mbarrier.try_wait.parity %b3[%c0], %parity, %c1000 : !bar
      gpu.barrier
      %x3 = memref.load %a3[%tid] : memref<128xf32, 3>
      nvgpu.mbarrier.arrive.expect_tx %b2[%c0], %c512, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %b2[%c0] to %a2, predicate = %first : !map, !bar -> memref<128xf32, 3>
    }
    %last = arith.remui %n, %c2 : index
    %end = arith.cmpi eq, %last, %c1 : index
    nvgpu.mbarrier.try_wait.parity %b0[%c0], %end, %c1000 : !bar
    %y0 = memref.load %a0[%tid] : memref<128xf32, 3>
    nvgpu.mbarrier.try_wait.parity %b1[%c0], %end, %c1000 : !bar
    %y1 = memref.load %a1[%tid] : memref<128xf32, 3>
    nvgpu.mbarrier.try_wait.parity %b2[%c0], %end, %c1000 : !bar
    %y2 = memref.load %a2[%tid] : memref<128xf32, 3>
    gpu.return
  }

  gpu.func @four_buffers_one_too_many_in_the_loop(%map: !map, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} { // expected-information {{unknown-protocol}}
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c512 = arith.constant 512 : index
    %c2 = arith.constant 2 : index
    %c1000 = arith.constant 1000 : index
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %a0 = memref.alloc() : memref<128xf32, 3>
    %b0 = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %b0[%c0], %c1, predicate = %first : !bar
    %a1 = memref.alloc() : memref<128xf32, 3>
    %b1 = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %b1[%c0], %c1, predicate = %first : !bar
    %a2 = memref.alloc() : memref<128xf32, 3>
    %b2 = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %b2[%c0], %c1, predicate = %first : !bar
    %a3 = memref.alloc() : memref<128xf32, 3>
    %b3 = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %b3[%c0], %c1, predicate = %first : !bar
    gpu.barrier
    nvgpu.mbarrier.arrive.expect_tx %b0[%c0], %c512, predicate = %first : !bar
    nvgpu.tma.async.load %map[%c0], %b0[%c0] to %a0, predicate = %first : !map, !bar -> memref<128xf32, 3> // expected-note {{thread 0 starts it here}} expected-note {{thread 0 arrives here}} expected-note {{thread 0 arrives here}} expected-note {{thread 0 starts it here}}
    nvgpu.mbarrier.arrive.expect_tx %b1[%c0], %c512, predicate = %first : !bar // expected-note {{the next that thread 0 tells others, on %b1}}
    nvgpu.tma.async.load %map[%c0], %b1[%c0] to %a1, predicate = %first : !map, !bar -> memref<128xf32, 3>
    nvgpu.mbarrier.arrive.expect_tx %b2[%c0], %c512, predicate = %first : !bar
    nvgpu.tma.async.load %map[%c0], %b2[%c0] to %a2, predicate = %first : !map, !bar -> memref<128xf32, 3>
    scf.for %i = %c0 to %n step %c1 {
      %odd = arith.remui %i, %c2 : index
      %parity = arith.cmpi eq, %odd, %c1 : index
      nvgpu.mbarrier.try_wait.parity %b1[%c0], %parity, %c1000 : !bar
      gpu.barrier // expected-note {{the last that thread group 1-127 waits for, the workgroup's barrier}} expected-note {{the last that thread group 1-127 waits for, the workgroup's barrier}}
      %x0 = memref.load %a0[%tid] : memref<128xf32, 3> // expected-error {{missing-async-wait}}
      nvgpu.mbarrier.arrive.expect_tx %b3[%c0], %c512, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %b3[%c0] to %a3, predicate = %first : !map, !bar -> memref<128xf32, 3>
      nvgpu.mbarrier.try_wait.parity %b1[%c0], %parity, %c1000 : !bar
      gpu.barrier
      %x1 = memref.load %a1[%tid] : memref<128xf32, 3>
      nvgpu.mbarrier.arrive.expect_tx %b0[%c0], %c512, predicate = %first : !bar // expected-error {{early-arrival}}
      nvgpu.tma.async.load %map[%c0], %b0[%c0] to %a0, predicate = %first : !map, !bar -> memref<128xf32, 3> // expected-note {{thread 0 starts it here, in iteration 0}} expected-error {{early-arrival}} expected-error {{missing-async-wait}} expected-note {{thread 0 starts it here, in iteration 0}} expected-note {{thread 0 arrives here}} expected-note {{thread 0 starts it here, in iteration 0}}
      nvgpu.mbarrier.try_wait.parity %b2[%c0], %parity, %c1000 : !bar
      gpu.barrier // expected-note {{the next that thread 0 tells others, on the workgroup's barrier}}
      %x2 = memref.load %a2[%tid] : memref<128xf32, 3>
      nvgpu.mbarrier.arrive.expect_tx %b1[%c0], %c512, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %b1[%c0] to %a1, predicate = %first : !map, !bar -> memref<128xf32, 3>
      nvgpu.mbarrier.try_wait.parity %b3[%c0], %parity, %c1000 : !bar
      gpu.barrier
      %x3 = memref.load %a3[%tid] : memref<128xf32, 3>
      nvgpu.mbarrier.arrive.expect_tx %b2[%c0], %c512, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %b2[%c0] to %a2, predicate = %first : !map, !bar -> memref<128xf32, 3>
    }
    %last = arith.remui %n, %c2 : index
    %end = arith.cmpi eq, %last, %c1 : index
    nvgpu.mbarrier.try_wait.parity %b0[%c0], %end, %c1000 : !bar // expected-error {{missed-phase}}
    %y0 = memref.load %a0[%tid] : memref<128xf32, 3> // expected-error {{missing-async-wait}}
    nvgpu.mbarrier.try_wait.parity %b1[%c0], %end, %c1000 : !bar
    %y1 = memref.load %a1[%tid] : memref<128xf32, 3>
    nvgpu.mbarrier.try_wait.parity %b2[%c0], %end, %c1000 : !bar
    %y2 = memref.load %a2[%tid] : memref<128xf32, 3>
    gpu.return
  }
}
