// RUN: fencepost lint %s --min-level=warning --verify-diagnostics
// The waves in front do both accesses before those behind come to them. The run does not get past so long a loop, of which no iteration is sure to repeat others, so that nobody tells: no error.
func.func @shifted(%f: f32, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>, rocdl.target = #rocdl.target<chip = "gfx942">} {
  %buffer = memref.alloc() : memref<128xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %last = arith.constant 127 : index
  %many = arith.constant 500000 : index
  %tid = gpu.thread_id x
  %mirrored = arith.subi %last, %tid : index
  %behind = arith.cmpi ult, %tid, %c64 : index
  scf.if %behind {
    gpu.barrier
  }
  // expected-note@below {{written here}}
  memref.store %f, %buffer[%mirrored] : memref<128xf32, #gpu.address_space<workgroup>>
  // expected-warning@below {{missing-barrier}}
  %read = memref.load %buffer[%tid] : memref<128xf32, #gpu.address_space<workgroup>>
  memref.store %read, %out[%tid] : memref<128xf32>
  %in_front = arith.cmpi uge, %tid, %c64 : index
  scf.if %in_front {
    gpu.barrier
  }
  scf.for %i = %c0 to %many step %c1 {
    %square = arith.muli %i, %i : index
    %rest = arith.remui %square, %c64 : index
    %odd = arith.cmpi eq, %rest, %c1 : index
    scf.if %odd {
      gpu.barrier
    } else {
      gpu.barrier
    }
  }
  return
}
