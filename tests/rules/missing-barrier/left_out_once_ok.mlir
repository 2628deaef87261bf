// RUN: fencepost lint %s --verify-diagnostics
// Where there is an iteration before, the barrier runs.
func.func @but_the_first(%n: index, %f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %last = arith.subi %n, %c1 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  scf.for %i = %c0 to %n step %c1 {
    %c = arith.cmpi sgt, %i, %c0 : index
    scf.if %c {
      gpu.barrier
    }
    memref.store %f, %m[%tid] : memref<128xf32, 3>
    gpu.barrier
    %v = memref.load %m[%rev] : memref<128xf32, 3>
    memref.store %v, %out[%tid] : memref<128xf32>
  }
  return
}
// -----
// Where there is a next iteration, the barrier runs.
func.func @but_the_last(%n: index, %f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %last = arith.subi %n, %c1 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %f, %m[%tid] : memref<128xf32, 3>
    gpu.barrier
    %v = memref.load %m[%rev] : memref<128xf32, 3>
    memref.store %v, %out[%tid] : memref<128xf32>
    %c = arith.cmpi slt, %i, %last : index
    scf.if %c {
      gpu.barrier
    }
  }
  return
}
// -----
// The same with a comparison of the next counter that has no sign.
func.func @but_the_last(%n: index, %f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %last = arith.subi %n, %c1 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %f, %m[%tid] : memref<128xf32, 3>
    gpu.barrier
    %v = memref.load %m[%rev] : memref<128xf32, 3>
    memref.store %v, %out[%tid] : memref<128xf32>
    %next = arith.addi %i, %c1 : index
    %c = arith.cmpi ult, %next, %n : index
    scf.if %c {
      gpu.barrier
    }
  }
  return
}
// -----
// The last one of as many tiles as a division without sign tells.
func.func @but_the_last(%n: index, %f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %c16 = arith.constant 16 : index
  %tiles = arith.ceildivui %n, %c16 : index
  %last = arith.subi %tiles, %c1 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  scf.for %i = %c0 to %tiles step %c1 {
    memref.store %f, %m[%tid] : memref<128xf32, 3>
    gpu.barrier
    %v = memref.load %m[%rev] : memref<128xf32, 3>
    memref.store %v, %out[%tid] : memref<128xf32>
    %c = arith.cmpi slt, %i, %last : index
    scf.if %c {
      gpu.barrier
    }
  }
  return
}
// -----
// The first iteration waits for what comes before the loop, and so for all later ones.
func.func @only_the_first(%n: index, %f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %last = arith.subi %n, %c1 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  memref.store %f, %m[%tid] : memref<128xf32, 3>
  scf.for %i = %c0 to %n step %c1 {
    %c = arith.cmpi eq, %i, %c0 : index
    scf.if %c {
      gpu.barrier
    }
    %v = memref.load %m[%rev] : memref<128xf32, 3>
    memref.store %v, %out[%tid] : memref<128xf32>
  }
  return
}
// -----
// The last iteration waits for what all have stored.
func.func @only_the_last(%n: index, %f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c127 = arith.constant 127 : index
  %last = arith.subi %n, %c1 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %f, %m[%tid] : memref<128xf32, 3>
    %c = arith.cmpi eq, %i, %last : index
    scf.if %c {
      gpu.barrier
    }
  }
  %v = memref.load %m[%rev] : memref<128xf32, 3>
  memref.store %v, %out[%tid] : memref<128xf32>
  return
}
// -----
// A loop of blocks asks what its own test will ask.
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
  memref.store %f, %m[%tid] : memref<128xf32, 3>
  gpu.barrier
  %v = memref.load %m[%rev] : memref<128xf32, 3>
  memref.store %v, %out[%tid] : memref<128xf32>
  %next = arith.addi %i, %c1 : index
  %far = arith.addi %i, %c1 : index
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
// A loop with a test of any kind.
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
  memref.store %f, %m[%tid] : memref<128xf32, 3>
  gpu.barrier
  %v = memref.load %m[%rev] : memref<128xf32, 3>
  memref.store %v, %out[%tid] : memref<128xf32>
  %next = arith.addi %i, %c1 : index
  %far = arith.addi %i, %c1 : index
  %more = arith.cmpi ne, %far, %n : index
  scf.if %more {
    gpu.barrier
  }
  scf.yield %next : index
  }
  return
}
