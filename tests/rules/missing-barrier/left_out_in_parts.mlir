// RUN: fencepost lint %s --verify-diagnostics
// Where there is a next iteration the barrier runs only if %p says so, too.
func.func @k(%n: index, %p: i1, %f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-warning@below {{missing-barrier: memref.store may overwrite %m in the next iteration}}
    memref.store %f, %m[%tid] : memref<128xf32, 3>
    gpu.barrier
    %v = memref.load %m[%rev] : memref<128xf32, 3> // expected-note {{read here, in the iteration before}}
    memref.store %v, %out[%tid] : memref<128xf32>
    %next = arith.addi %i, %c1 : index
    %more = arith.cmpi slt, %next, %n : index
    %c = arith.andi %more, %p : i1
    scf.if %c {
      gpu.barrier
    }
  }
  return
}
// -----
// A choice with a way on which the next iteration says nothing.
func.func @k(%n: index, %p: i1, %q: i1, %f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  %true = arith.constant true
  scf.for %i = %c0 to %n step %c1 {
    // expected-warning@below {{missing-barrier: memref.store may overwrite %m in the next iteration}}
    memref.store %f, %m[%tid] : memref<128xf32, 3>
    gpu.barrier
    %v = memref.load %m[%rev] : memref<128xf32, 3> // expected-note {{read here, in the iteration before}}
    memref.store %v, %out[%tid] : memref<128xf32>
    %next = arith.addi %i, %c1 : index
    %more = arith.cmpi slt, %next, %n : index
    %c = arith.select %p, %more, %q : i1
    scf.if %c {
      gpu.barrier
    }
  }
  return
}
// -----
// The same, one iteration too far.
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
    // expected-warning@below {{missing-barrier: memref.store may overwrite %m in the next iteration}}
    memref.store %f, %m[%tid] : memref<128xf32, 3>
    gpu.barrier
    %v = memref.load %m[%rev] : memref<128xf32, 3> // expected-note {{read here, in the iteration before}}
    memref.store %v, %out[%tid] : memref<128xf32>
    %next = arith.addi %i, %k2 : i32
    %more = arith.cmpi ult, %next, %n : i32
    scf.if %more {
      gpu.barrier
    }
  }
  return
}
// -----
// A number of which nothing says that it is not negative.
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
    // expected-warning@below {{missing-barrier: memref.store may overwrite %m in the next iteration}}
    memref.store %f, %m[%tid] : memref<128xf32, 3>
    gpu.barrier
    %v = memref.load %m[%rev] : memref<128xf32, 3> // expected-note {{read here, in the iteration before}}
    memref.store %v, %out[%tid] : memref<128xf32>
    %more = arith.cmpi ult, %i, %l : i32
    scf.if %more {
      gpu.barrier
    }
  }
  return
}
// -----
// Both halves of a barrier, one iteration too far.
// fencepost: target=gfx1201
func.func @k(%n: index, %p: i1, %f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-warning@below {{missing-barrier: memref.store may overwrite %m in the next iteration}}
    memref.store %f, %m[%tid] : memref<128xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %v = memref.load %m[%rev] : memref<128xf32, 3> // expected-note {{read here, in the iteration before}}
    memref.store %v, %out[%tid] : memref<128xf32>
    %next = arith.addi %i, %c2 : index
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
// A barrier in front of the wait does not order what the copy writes.
// fencepost: target=sm_80
func.func @k(%n: index, %g: memref<128xf32>, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  scf.for %i = %c0 to %n step %c1 {
    %c = arith.cmpi sgt, %i, %c0 : index
    scf.if %c {
      // expected-warning@below {{ineffective-barrier}}
      gpu.barrier
    }
    nvgpu.device_async_wait {numGroups = 0 : i32}
    // expected-warning@below {{missing-barrier: memref.load may read %m in the next iteration}}
    %v = memref.load %m[%rev] : memref<128xf32, 3>
    memref.store %v, %out[%tid] : memref<128xf32>
    gpu.barrier
    %k = nvgpu.device_async_copy %g[%tid], %m[%tid], 1 : memref<128xf32> to memref<128xf32, 3> // expected-note {{copied here}} expected-note {{copied here, in the iteration before}}
    %s = nvgpu.device_async_create_group %k
  }
  return
}
// -----
// Work before the test of a loop: in the last iteration the body has no barrier, and yet more of it follows.
func.func @k(%n: index, %p: i1, %f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  %w = scf.while (%i = %c0) : (index) -> index {
    // expected-warning@below {{missing-barrier: memref.store may overwrite %m in the next iteration}}
    memref.store %f, %m[%tid] : memref<128xf32, 3>
    gpu.barrier
    %v = memref.load %m[%rev] : memref<128xf32, 3> // expected-note {{read here, in the iteration before}}
    memref.store %v, %out[%tid] : memref<128xf32>
    %go = arith.cmpi slt, %i, %n : index
    scf.condition(%go) %i : index
  } do {
  ^bb0(%i: index):
    %next = arith.addi %i, %c1 : index
    %more = arith.cmpi slt, %next, %n : index
    scf.if %more {
      gpu.barrier
    }
    scf.yield %next : index
  }
  return
}
// -----
// Blocks that begin with a barrier in all iterations but the first two.
func.func @k(%n: index, %p: i1, %f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %c = arith.cmpi sgt, %i, %c1 : index
  cf.cond_br %c, ^sync, ^work
^sync:
  gpu.barrier
  cf.br ^work
^work:
  // expected-warning@below {{missing-barrier: memref.store may overwrite %m in the next iteration}}
  memref.store %f, %m[%tid] : memref<128xf32, 3>
  gpu.barrier
  %v = memref.load %m[%rev] : memref<128xf32, 3> // expected-note {{read here, in the iteration before}}
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
