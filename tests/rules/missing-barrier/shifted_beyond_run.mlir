// RUN: fencepost lint %s --verify-diagnostics --min-level=information --ignore divergent-barrier
// Half of the waves run one barrier behind the others. In step the barrier would order the two; the run does not get past so long a loop, of which no iteration is sure to repeat others, so that nobody tells whether it does.
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
  gpu.barrier
  // expected-warning@below {{missing-barrier: memref.load may read %buffer before another thread's memref.store on line 17 has written it: waves are shifted by a barrier there}}
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
