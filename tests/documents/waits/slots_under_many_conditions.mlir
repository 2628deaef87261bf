// RUN: fencepost lint %s --target=sm_90 --ignore=redundant-wait,redundant-barrier,double-wait --verify-diagnostics
// Nine conditions stand over copies and waits of slot 1, and slot 0 is a slot of its own all the same: only its own wait completes its copy.
#ws = #gpu.address_space<workgroup>
!bar = !nvgpu.mbarrier.group<memorySpace = #ws, num_barriers = 2>
!map = !nvgpu.tensormap.descriptor<tensor = memref<512xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
gpu.module @kernels {
  gpu.func @its_own_slot(%p0: i1, %p1: i1, %p2: i1, %p3: i1, %p4: i1, %p5: i1, %p6: i1, %p7: i1, %p8: i1, %phase: i1, %map: !map, %out: memref<512xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %data = memref.alloc() : memref<512xf32, #ws>
    %other = memref.alloc() : memref<512xf32, #ws>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %false = arith.constant false
    %ticks = arith.constant 2048 : index
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %m = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %m[%c0], %c1, predicate = %first : !bar
    nvgpu.mbarrier.init %m[%c1], %c1, predicate = %first : !bar
    gpu.barrier
    nvgpu.tma.async.load %map[%c0], %m[%c0] to %data, predicate = %first : !map, !bar -> memref<512xf32, #ws>
    scf.if %p0 {
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %phase, %ticks : !bar
    }
    scf.if %p1 {
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %phase, %ticks : !bar
    }
    scf.if %p2 {
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %phase, %ticks : !bar
    }
    scf.if %p3 {
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %phase, %ticks : !bar
    }
    scf.if %p4 {
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %phase, %ticks : !bar
    }
    scf.if %p5 {
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %phase, %ticks : !bar
    }
    scf.if %p6 {
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %phase, %ticks : !bar
    }
    scf.if %p7 {
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %phase, %ticks : !bar
    }
    scf.if %p8 {
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %phase, %ticks : !bar
    }
    nvgpu.mbarrier.try_wait.parity %m[%c0], %false, %ticks : !bar
    %x = memref.load %data[%tid] : memref<512xf32, #ws>
    memref.store %x, %out[%tid] : memref<512xf32>
    gpu.return
  }

  gpu.func @another_slot(%p0: i1, %p1: i1, %p2: i1, %p3: i1, %p4: i1, %p5: i1, %p6: i1, %p7: i1, %p8: i1, %phase: i1, %map: !map, %out: memref<512xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %data = memref.alloc() : memref<512xf32, #ws>
    %other = memref.alloc() : memref<512xf32, #ws>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %false = arith.constant false
    %ticks = arith.constant 2048 : index
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %m = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %m[%c0], %c1, predicate = %first : !bar
    nvgpu.mbarrier.init %m[%c1], %c1, predicate = %first : !bar
    gpu.barrier
    nvgpu.tma.async.load %map[%c0], %m[%c0] to %data, predicate = %first : !map, !bar -> memref<512xf32, #ws> // expected-note {{copied here}}
    scf.if %p0 {
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %phase, %ticks : !bar
    }
    scf.if %p1 {
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %phase, %ticks : !bar
    }
    scf.if %p2 {
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %phase, %ticks : !bar
    }
    scf.if %p3 {
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %phase, %ticks : !bar
    }
    scf.if %p4 {
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %phase, %ticks : !bar
    }
    scf.if %p5 {
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %phase, %ticks : !bar
    }
    scf.if %p6 {
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %phase, %ticks : !bar
    }
    scf.if %p7 {
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %phase, %ticks : !bar
    }
    scf.if %p8 {
      nvgpu.tma.async.load %map[%c0], %m[%c1] to %other, predicate = %first : !map, !bar -> memref<512xf32, #ws>
      nvgpu.mbarrier.try_wait.parity %m[%c1], %phase, %ticks : !bar
    }
    nvgpu.mbarrier.try_wait.parity %m[%c1], %false, %ticks : !bar
    // expected-error@+1 {{missing-async-wait: memref.load may read %data}}
    %x = memref.load %data[%tid] : memref<512xf32, #ws>
    memref.store %x, %out[%tid] : memref<512xf32>
    gpu.return
  }
}
