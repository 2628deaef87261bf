// RUN: fencepost lint %s --target sm_80 --verify-diagnostics
// In the first iteration the upper half of the threads does not come.
// fencepost: block=256,1,1
func.func @tree(%tile: memref<256xf32, 3>) attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c128 = arith.constant 128 : index
  %tid = gpu.thread_id x
  scf.for %i = %c0 to %c8 step %c1 {
    %half = arith.shrui %c128, %i : index
    %works = arith.cmpi ult, %tid, %half : index
    scf.if %works { // expected-note {{because of this condition}}
      // expected-error@below {{divergent-barrier}}
      gpu.barrier
    }
  }
  return
}

// -----

// In the first iteration all threads come, in the second one half of them does.
// fencepost: block=128,1,1
func.func @halved(%tile: memref<256xf32, 3>) attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c128 = arith.constant 128 : index
  %tid = gpu.thread_id x
  %none = scf.for %i = %c0 to %c8 step %c1 iter_args(%half = %c128) -> (index) {
    %works = arith.cmpi ult, %tid, %half : index
    scf.if %works { // expected-note {{because of this condition}}
      // expected-error@below {{divergent-barrier}}
      gpu.barrier
    }
    %next = arith.divui %half, %c2 : index
    scf.yield %next : index
  }
  return
}

// -----

// The threads part in the second iteration, and only the first one comes there: no more than a warning.
// fencepost: block=128,1,1
func.func @only_the_first(%tile: memref<256xf32, 3>, %p: i1) attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c128 = arith.constant 128 : index
  %tid = gpu.thread_id x
  scf.for %i = %c0 to %c8 step %c1 {
    %half = arith.shrui %c128, %i : index
    %works = arith.cmpi ult, %tid, %half : index
    %first = arith.cmpi eq, %i, %c0 : index
    %chosen = arith.andi %first, %p : i1
    scf.if %chosen {
      scf.if %works { // expected-note {{because of this condition}}
        // expected-warning@below {{divergent-barrier}}
        gpu.barrier
      }
    }
  }
  return
}
