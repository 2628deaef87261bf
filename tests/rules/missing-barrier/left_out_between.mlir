// RUN: fencepost lint %s --target sm_80 --verify-diagnostics
// A whole loop stands between the two, whose fourth iteration would hold the barrier.
// fencepost: block=64,1,1
func.func @whole_loop(%v: f32, %out: memref<64xf32>) attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %last = arith.constant 63 : index
  %tile = memref.alloc() : memref<64xf32, 3>
  %tid = gpu.thread_id x
  %other = arith.subi %last, %tid : index
  memref.store %v, %tile[%other] : memref<64xf32, 3> // expected-note {{written here}}
  scf.for %i = %c0 to %c3 step %c1 {
    %later = arith.cmpi sge, %i, %c3 : index
    scf.if %later {
      gpu.barrier
    }
  }
  // expected-error@below {{missing-barrier}}
  %x = memref.load %tile[%tid] : memref<64xf32, 3>
  memref.store %x, %out[%tid] : memref<64xf32>
  return
}

// -----

// The fourth iteration of four waits, and the third one reads.
// fencepost: block=64,1,1
func.func @one_of_four(%v: f32, %out: memref<64xf32>) attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %last = arith.constant 63 : index
  %tile = memref.alloc() : memref<64xf32, 3>
  %tid = gpu.thread_id x
  %other = arith.subi %last, %tid : index
  scf.for %i = %c0 to %c4 step %c1 {
    %first = arith.cmpi eq, %i, %c0 : index
    scf.if %first {
      memref.store %v, %tile[%other] : memref<64xf32, 3> // expected-note {{written here}}
    }
    %second = arith.cmpi sgt, %i, %c2 : index
    scf.if %second {
      gpu.barrier
    }
    %third = arith.cmpi eq, %i, %c2 : index
    scf.if %third {
      // expected-warning@below {{missing-barrier}}
      %x = memref.load %tile[%tid] : memref<64xf32, 3>
      memref.store %x, %out[%tid] : memref<64xf32>
    }
  }
  return
}

// -----

// The kernel's own condition stands around all of it, but is not half of the condition of the barrier.
// fencepost: block=64,1,1
func.func @given(%v: f32, %p: i1, %n: index, %out: memref<64xf32>) attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.constant 63 : index
  %tile = memref.alloc() : memref<64xf32, 3>
  %tid = gpu.thread_id x
  %other = arith.subi %last, %tid : index
  scf.if %p {
    scf.for %i = %c0 to %n step %c1 {
      memref.store %v, %tile[%other] : memref<64xf32, 3> // expected-note {{written here}}
      %next = arith.addi %i, %c1 : index
      %more = arith.cmpi slt, %next, %n : index
      %waits = arith.andi %more, %p : i1
      scf.if %waits {
        gpu.barrier
      }
    }
    // expected-warning@below {{missing-barrier}}
    %x = memref.load %tile[%tid] : memref<64xf32, 3>
    memref.store %x, %out[%tid] : memref<64xf32>
  }
  return
}

// -----

// In both iterations the same threads go the way with the accesses, and the first one need not wait there.
// fencepost: block=64,1,1
func.func @lasting(%v: f32, %p: i1, %out: memref<64xf32>) attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %last = arith.constant 63 : index
  %tile = memref.alloc() : memref<64xf32, 3>
  %tid = gpu.thread_id x
  %other = arith.subi %last, %tid : index
  memref.store %v, %tile[%other] : memref<64xf32, 3> // expected-note {{written here}}
  scf.for %i = %c0 to %c2 step %c1 {
    scf.if %p {
      %first = arith.cmpi ne, %i, %c0 : index
      scf.if %first {
        gpu.barrier
      }
      // expected-warning@below {{missing-barrier}}
      %x = memref.load %tile[%tid] : memref<64xf32, 3>
      memref.store %x, %out[%tid] : memref<64xf32>
    }
  }
  return
}
