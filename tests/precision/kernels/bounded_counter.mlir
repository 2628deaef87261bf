// RUN: fencepost lint %s --target=gfx942 --ignore=wide-fence --verify-diagnostics
// A loop to %n / 64 runs some 2^25 times at most: %p = %i + 3 does not turn over, and is three slots of the ring ahead of %i.
// fencepost: block=128,1,1
func.func @three_ahead(%n: i32, %ring: memref<4x128xf32, 3>, %f: f32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  %c64 = arith.constant 64 : i32
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  %end = arith.divsi %n, %c64 : i32
  %r:2 = scf.for %i = %c0 to %end step %c1 iter_args(%p = %c3, %sum = %f) -> (i32, f32) : i32 {
    %s = arith.remsi %p, %c4 : i32
    %slot = arith.index_cast %s : i32 to index
    memref.store %f, %ring[%slot, %tid] : memref<4x128xf32, 3>
    %t = arith.remsi %i, %c4 : i32
    %other = arith.index_cast %t : i32 to index
    %v = memref.load %ring[%other, %rev] : memref<4x128xf32, 3>
    %next = arith.addi %p, %c1 : i32
    gpu.barrier
    scf.yield %next, %v : i32, f32
  }
  return %r#1 : f32
}

// One that starts at 4 is a whole turn ahead.
func.func @four_ahead(%n: i32, %ring: memref<4x128xf32, 3>, %f: f32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c64 = arith.constant 64 : i32
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  %end = arith.divsi %n, %c64 : i32
  %r:2 = scf.for %i = %c0 to %end step %c1 iter_args(%p = %c4, %sum = %f) -> (i32, f32) : i32 {
    %s = arith.remsi %p, %c4 : i32
    %slot = arith.index_cast %s : i32 to index
    memref.store %f, %ring[%slot, %tid] : memref<4x128xf32, 3>
    // expected-note@above {{written here}}
    %t = arith.remsi %i, %c4 : i32
    %other = arith.index_cast %t : i32 to index
    // expected-error@below {{missing-barrier}}
    %v = memref.load %ring[%other, %rev] : memref<4x128xf32, 3>
    %next = arith.addi %p, %c1 : i32
    gpu.barrier
    scf.yield %next, %v : i32, f32
  }
  return %r#1 : f32
}
