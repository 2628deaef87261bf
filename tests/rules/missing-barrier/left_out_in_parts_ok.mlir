// RUN: fencepost lint %s --verify-diagnostics
// Where there is a next iteration, or else if %p says so, the barrier runs.
func.func @k(%n: index, %p: i1, %f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %f, %m[%tid] : memref<128xf32, 3>
    gpu.barrier
    %v = memref.load %m[%rev] : memref<128xf32, 3>
    memref.store %v, %out[%tid] : memref<128xf32>
    %next = arith.addi %i, %c1 : index
    %more = arith.cmpi slt, %next, %n : index
    %c = arith.ori %more, %p : i1
    scf.if %c {
      gpu.barrier
    }
  }
  return
}
// -----
// A choice: each way to the barrier is taken where there is a next iteration.
func.func @k(%n: index, %p: i1, %q: i1, %f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  %true = arith.constant true
  scf.for %i = %c0 to %n step %c1 {
    memref.store %f, %m[%tid] : memref<128xf32, 3>
    gpu.barrier
    %v = memref.load %m[%rev] : memref<128xf32, 3>
    memref.store %v, %out[%tid] : memref<128xf32>
    %next = arith.addi %i, %c1 : index
    %more = arith.cmpi slt, %next, %n : index
    %c = arith.select %p, %more, %true : i1
    scf.if %c {
      gpu.barrier
    }
  }
  return
}
// -----
// Numbers of 32 bits compared without sign: none of them is negative.
func.func @k(%n: i32, %p: i1, %f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k2 = arith.constant 2 : i32
  scf.for %i = %k0 to %n step %k1 : i32 {
    memref.store %f, %m[%tid] : memref<128xf32, 3>
    gpu.barrier
    %v = memref.load %m[%rev] : memref<128xf32, 3>
    memref.store %v, %out[%tid] : memref<128xf32>
    %next = arith.addi %i, %k1 : i32
    %more = arith.cmpi ult, %next, %n : i32
    scf.if %more {
      gpu.barrier
    }
  }
  return
}
// -----
// The last number as one without sign.
func.func @k(%n: i32, %p: i1, %l: i32, %f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k2 = arith.constant 2 : i32
  scf.for %i = %k0 to %n step %k1 : i32 {
    memref.store %f, %m[%tid] : memref<128xf32, 3>
    gpu.barrier
    %v = memref.load %m[%rev] : memref<128xf32, 3>
    memref.store %v, %out[%tid] : memref<128xf32>
    %l1 = arith.subi %n, %k1 : i32
    %more = arith.cmpi ult, %i, %l1 : i32
    scf.if %more {
      gpu.barrier
    }
  }
  return
}
// -----
// Both halves of a barrier under the condition.
// fencepost: target=gfx1201
func.func @k(%n: index, %p: i1, %f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %f, %m[%tid] : memref<128xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %v = memref.load %m[%rev] : memref<128xf32, 3>
    memref.store %v, %out[%tid] : memref<128xf32>
    %next = arith.addi %i, %c1 : index
    %more = arith.cmpi slt, %next, %n : index
    scf.if %more {
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
    }
  }
  return
}
// -----
// The copy of the iteration before has landed when the barrier runs.
// fencepost: target=sm_80
func.func @k(%n: index, %g: memref<128xf32>, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  scf.for %i = %c0 to %n step %c1 {
    nvgpu.device_async_wait {numGroups = 0 : i32}
    %c = arith.cmpi sgt, %i, %c0 : index
    scf.if %c {
      gpu.barrier
    }
    %v = memref.load %m[%rev] : memref<128xf32, 3>
    memref.store %v, %out[%tid] : memref<128xf32>
    gpu.barrier
    %k = nvgpu.device_async_copy %g[%tid], %m[%tid], 1 : memref<128xf32> to memref<128xf32, 3>
    %s = nvgpu.device_async_create_group %k
  }
  return
}
// -----
// Work before the test of a loop: wherever the body runs, more of it follows.
func.func @k(%n: index, %p: i1, %f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  %w = scf.while (%i = %c0) : (index) -> index {
    memref.store %f, %m[%tid] : memref<128xf32, 3>
    gpu.barrier
    %v = memref.load %m[%rev] : memref<128xf32, 3>
    memref.store %v, %out[%tid] : memref<128xf32>
    %go = arith.cmpi slt, %i, %n : index
    scf.condition(%go) %i : index
  } do {
  ^bb0(%i: index):
    %next = arith.addi %i, %c1 : index
    %more = arith.cmpi sle, %next, %n : index
    scf.if %more {
      gpu.barrier
    }
    scf.yield %next : index
  }
  return
}
// -----
// Blocks that begin with a barrier in all iterations but the first.
func.func @k(%n: index, %p: i1, %f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %c = arith.cmpi sgt, %i, %c0 : index
  cf.cond_br %c, ^sync, ^work
^sync:
  gpu.barrier
  cf.br ^work
^work:
  memref.store %f, %m[%tid] : memref<128xf32, 3>
  gpu.barrier
  %v = memref.load %m[%rev] : memref<128xf32, 3>
  memref.store %v, %out[%tid] : memref<128xf32>
  %go = arith.cmpi slt, %i, %n : index
  cf.cond_br %go, ^body, ^end
^body:
  memref.store %f, %out[%i] : memref<128xf32>
  %next = arith.addi %i, %c1 : index
  cf.br ^head(%next : index)
^end:
  return
}
