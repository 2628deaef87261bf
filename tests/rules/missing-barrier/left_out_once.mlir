// RUN: fencepost lint %s --verify-diagnostics
// The second iteration has none, either.
func.func @but_the_first(%n: index, %f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %last = arith.subi %n, %c1 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  scf.for %i = %c0 to %n step %c1 {
    %c = arith.cmpi sgt, %i, %c1 : index
    scf.if %c {
      gpu.barrier
    }
    // expected-warning@below {{missing-barrier: memref.store may overwrite %m in the next iteration}}
    memref.store %f, %m[%tid] : memref<128xf32, 3>
    gpu.barrier
    %v = memref.load %m[%rev] : memref<128xf32, 3> // expected-note {{read here, in the iteration before}}
    memref.store %v, %out[%tid] : memref<128xf32>
  }
  return
}
// -----
// The iteration before the last one leaves it out, too.
func.func @but_the_last(%n: index, %f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %last = arith.subi %n, %c2 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-warning@below {{missing-barrier: memref.store may overwrite %m in the next iteration}}
    memref.store %f, %m[%tid] : memref<128xf32, 3>
    gpu.barrier
    %v = memref.load %m[%rev] : memref<128xf32, 3> // expected-note {{read here, in the iteration before}}
    memref.store %v, %out[%tid] : memref<128xf32>
    %c = arith.cmpi slt, %i, %last : index
    scf.if %c {
      gpu.barrier
    }
  }
  return
}
// -----
// The first iteration reads before it comes to its barrier.
func.func @only_the_first(%n: index, %f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %last = arith.subi %n, %c1 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  memref.store %f, %m[%tid] : memref<128xf32, 3> // expected-note {{written here}}
  scf.for %i = %c0 to %n step %c1 {
    // expected-error@below {{missing-barrier: memref.load may read %m before another thread}}
    %v = memref.load %m[%rev] : memref<128xf32, 3>
    memref.store %v, %out[%tid] : memref<128xf32>
    %c = arith.cmpi eq, %i, %c0 : index
    scf.if %c {
      gpu.barrier
    }
  }
  return
}
// -----
// The last iteration stores behind its barrier.
func.func @only_the_last(%n: index, %f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %last = arith.subi %n, %c1 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  scf.for %i = %c0 to %n step %c1 {
    %c = arith.cmpi eq, %i, %last : index
    scf.if %c {
      gpu.barrier
    }
    memref.store %f, %m[%tid] : memref<128xf32, 3> // expected-note {{written here}}
  }
  // expected-error@below {{missing-barrier: memref.load may read %m before another thread}}
  %v = memref.load %m[%rev] : memref<128xf32, 3>
  memref.store %v, %out[%tid] : memref<128xf32>
  return
}
// -----
// Blocks that look one iteration too far.
func.func @but_the_last(%n: index, %f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %go = arith.cmpi ult, %i, %n : index
  cf.cond_br %go, ^body, ^end
^body:
  // expected-warning@below {{missing-barrier: memref.store may overwrite %m in the next iteration}}
  memref.store %f, %m[%tid] : memref<128xf32, 3>
  gpu.barrier
  %v = memref.load %m[%rev] : memref<128xf32, 3> // expected-note {{read here, in the iteration before}}
  memref.store %v, %out[%tid] : memref<128xf32>
  %next = arith.addi %i, %c1 : index
  %far = arith.addi %i, %c2 : index
  %more = arith.cmpi ult, %far, %n : index
  cf.cond_br %more, ^sync, ^latch
^sync:
  gpu.barrier
  cf.br ^latch
^latch:
  cf.br ^head(%next : index)
^end:
  return
}
// -----
// Another test that does.
func.func @but_the_last(%n: index, %f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  %w = scf.while (%k = %c0) : (index) -> index {
    %go = arith.cmpi ne, %k, %n : index
    scf.condition(%go) %k : index
  } do {
  ^bb0(%i: index):
  // expected-warning@below {{missing-barrier: memref.store may overwrite %m in the next iteration}}
  memref.store %f, %m[%tid] : memref<128xf32, 3>
  gpu.barrier
  %v = memref.load %m[%rev] : memref<128xf32, 3> // expected-note {{read here, in the iteration before}}
  memref.store %v, %out[%tid] : memref<128xf32>
  %next = arith.addi %i, %c1 : index
  %far = arith.addi %i, %c2 : index
  %more = arith.cmpi ne, %far, %n : index
  scf.if %more {
    gpu.barrier
  }
  scf.yield %next : index
  }
  return
}
