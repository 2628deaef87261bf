// RUN: fencepost lint %s --target=sm_90 --ignore=redundant-wait,redundant-barrier,double-wait --verify-diagnostics
// Nine conditions stand over copies and waits of slot 1, each wait for the phase that comes next, and slot 0 is a slot of its own all the same: only its own wait completes its copy.
#ws = #gpu.address_space<workgroup>
!bar = !nvgpu.mbarrier.group<memorySpace = #ws, num_barriers = 2>
!map = !nvgpu.tensormap.descriptor<tensor = memref<512xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
gpu.module @kernels {
  gpu.func @its_own_slot(%p0: i1, %p1: i1, %p2: i1, %p3: i1, %p4: i1, %p5: i1, %p6: i1, %p7: i1, %p8: i1, %map: !map, %out: memref<512xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %data = memref.alloc() : memref<512xf32, #ws>
    %other = memref.alloc() : memref<512xf32, #ws>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %false = arith.constant false
    %true = arith.constant true
    %ticks = arith.constant 2048 : index
    %bytes = arith.constant 2048 : index
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %m = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %m[%c0], %c1, predicate = %first : !bar
    nvgpu.mbarrier.init %m[%c1], %c1, predicate = %first : !bar
    gpu.barrier
    nvgpu.mbarrier.arrive.expect_tx %m[%c0], %bytes, predicate = %first : !bar
    nvgpu.tma.async.load %map[%c0], %m[%c0] to %data, predicate = %first : !map, !bar -> memref<512xf32, #ws>
    %q0 = scf.if %p0 -> (i1) {
      nvgpu.mbarrier.arrive.expect_tx %m[%c1], %bytes, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %false, %ticks : !bar
      gpu.barrier
      %n0 = arith.xori %false, %true : i1
      scf.yield %n0 : i1
    } else {
      scf.yield %false : i1
    }
    %q1 = scf.if %p1 -> (i1) {
      nvgpu.mbarrier.arrive.expect_tx %m[%c1], %bytes, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %q0, %ticks : !bar
      gpu.barrier
      %n1 = arith.xori %q0, %true : i1
      scf.yield %n1 : i1
    } else {
      scf.yield %q0 : i1
    }
    %q2 = scf.if %p2 -> (i1) {
      nvgpu.mbarrier.arrive.expect_tx %m[%c1], %bytes, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %q1, %ticks : !bar
      gpu.barrier
      %n2 = arith.xori %q1, %true : i1
      scf.yield %n2 : i1
    } else {
      scf.yield %q1 : i1
    }
    %q3 = scf.if %p3 -> (i1) {
      nvgpu.mbarrier.arrive.expect_tx %m[%c1], %bytes, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %q2, %ticks : !bar
      gpu.barrier
      %n3 = arith.xori %q2, %true : i1
      scf.yield %n3 : i1
    } else {
      scf.yield %q2 : i1
    }
    %q4 = scf.if %p4 -> (i1) {
      nvgpu.mbarrier.arrive.expect_tx %m[%c1], %bytes, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %q3, %ticks : !bar
      gpu.barrier
      %n4 = arith.xori %q3, %true : i1
      scf.yield %n4 : i1
    } else {
      scf.yield %q3 : i1
    }
    %q5 = scf.if %p5 -> (i1) {
      nvgpu.mbarrier.arrive.expect_tx %m[%c1], %bytes, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %q4, %ticks : !bar
      gpu.barrier
      %n5 = arith.xori %q4, %true : i1
      scf.yield %n5 : i1
    } else {
      scf.yield %q4 : i1
    }
    %q6 = scf.if %p6 -> (i1) {
      nvgpu.mbarrier.arrive.expect_tx %m[%c1], %bytes, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %q5, %ticks : !bar
      gpu.barrier
      %n6 = arith.xori %q5, %true : i1
      scf.yield %n6 : i1
    } else {
      scf.yield %q5 : i1
    }
    %q7 = scf.if %p7 -> (i1) {
      nvgpu.mbarrier.arrive.expect_tx %m[%c1], %bytes, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %q6, %ticks : !bar
      gpu.barrier
      %n7 = arith.xori %q6, %true : i1
      scf.yield %n7 : i1
    } else {
      scf.yield %q6 : i1
    }
    %q8 = scf.if %p8 -> (i1) {
      nvgpu.mbarrier.arrive.expect_tx %m[%c1], %bytes, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %q7, %ticks : !bar
      gpu.barrier
      %n8 = arith.xori %q7, %true : i1
      scf.yield %n8 : i1
    } else {
      scf.yield %q7 : i1
    }
    nvgpu.mbarrier.try_wait.parity %m[%c0], %false, %ticks : !bar
    %x = memref.load %data[%tid] : memref<512xf32, #ws>
    memref.store %x, %out[%tid] : memref<512xf32>
    gpu.return
  }

  gpu.func @another_slot(%p0: i1, %p1: i1, %p2: i1, %p3: i1, %p4: i1, %p5: i1, %p6: i1, %p7: i1, %p8: i1, %map: !map, %out: memref<512xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %data = memref.alloc() : memref<512xf32, #ws>
    %other = memref.alloc() : memref<512xf32, #ws>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %false = arith.constant false
    %true = arith.constant true
    %ticks = arith.constant 2048 : index
    %bytes = arith.constant 2048 : index
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %m = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %m[%c0], %c1, predicate = %first : !bar
    nvgpu.mbarrier.init %m[%c1], %c1, predicate = %first : !bar
    gpu.barrier
    nvgpu.mbarrier.arrive.expect_tx %m[%c0], %bytes, predicate = %first : !bar
    nvgpu.tma.async.load %map[%c0], %m[%c0] to %data, predicate = %first : !map, !bar -> memref<512xf32, #ws> // expected-note {{thread 0 starts it here}}
    %q0 = scf.if %p0 -> (i1) {
      nvgpu.mbarrier.arrive.expect_tx %m[%c1], %bytes, predicate = %first : !bar // expected-note {{the next that thread 0 tells others, on %m[1]}}
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %false, %ticks : !bar
      gpu.barrier
      %n0 = arith.xori %false, %true : i1
      scf.yield %n0 : i1
    } else {
      scf.yield %false : i1
    }
    %q1 = scf.if %p1 -> (i1) {
      nvgpu.mbarrier.arrive.expect_tx %m[%c1], %bytes, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %q0, %ticks : !bar
      gpu.barrier
      %n1 = arith.xori %q0, %true : i1
      scf.yield %n1 : i1
    } else {
      scf.yield %q0 : i1
    }
    %q2 = scf.if %p2 -> (i1) {
      nvgpu.mbarrier.arrive.expect_tx %m[%c1], %bytes, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %q1, %ticks : !bar
      gpu.barrier
      %n2 = arith.xori %q1, %true : i1
      scf.yield %n2 : i1
    } else {
      scf.yield %q1 : i1
    }
    %q3 = scf.if %p3 -> (i1) {
      nvgpu.mbarrier.arrive.expect_tx %m[%c1], %bytes, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %q2, %ticks : !bar
      gpu.barrier
      %n3 = arith.xori %q2, %true : i1
      scf.yield %n3 : i1
    } else {
      scf.yield %q2 : i1
    }
    %q4 = scf.if %p4 -> (i1) {
      nvgpu.mbarrier.arrive.expect_tx %m[%c1], %bytes, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %q3, %ticks : !bar
      gpu.barrier
      %n4 = arith.xori %q3, %true : i1
      scf.yield %n4 : i1
    } else {
      scf.yield %q3 : i1
    }
    %q5 = scf.if %p5 -> (i1) {
      nvgpu.mbarrier.arrive.expect_tx %m[%c1], %bytes, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %q4, %ticks : !bar
      gpu.barrier
      %n5 = arith.xori %q4, %true : i1
      scf.yield %n5 : i1
    } else {
      scf.yield %q4 : i1
    }
    %q6 = scf.if %p6 -> (i1) {
      nvgpu.mbarrier.arrive.expect_tx %m[%c1], %bytes, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %q5, %ticks : !bar
      gpu.barrier
      %n6 = arith.xori %q5, %true : i1
      scf.yield %n6 : i1
    } else {
      scf.yield %q5 : i1
    }
    %q7 = scf.if %p7 -> (i1) {
      nvgpu.mbarrier.arrive.expect_tx %m[%c1], %bytes, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %q6, %ticks : !bar
      gpu.barrier
      %n7 = arith.xori %q6, %true : i1
      scf.yield %n7 : i1
    } else {
      scf.yield %q6 : i1
    }
    %q8 = scf.if %p8 -> (i1) {
      nvgpu.mbarrier.arrive.expect_tx %m[%c1], %bytes, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %q7, %ticks : !bar
      gpu.barrier
      %n8 = arith.xori %q7, %true : i1
      scf.yield %n8 : i1
    } else {
      scf.yield %q7 : i1
    }
    %before = arith.xori %q8, %true : i1
    nvgpu.mbarrier.try_wait.parity %m[%c1], %before, %ticks : !bar // expected-note {{the last that thread group 1-63 waits for, %m[1]}}
    %x = memref.load %data[%tid] : memref<512xf32, #ws> // expected-error {{missing-async-wait}}
    memref.store %x, %out[%tid] : memref<512xf32>
    gpu.return
  }
}
