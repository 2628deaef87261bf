// RUN: fencepost lint %s --verify-diagnostics --min-level=information --ignore divergent-barrier
// Memory says how often the waves that are shifted against each other go round. No run finds the two out of order, but none speaks for every number.
func.func @shifted(%f: f32, %len: memref<1xindex>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>, rocdl.target = #rocdl.target<chip = "gfx942">} {
  %buffer = memref.alloc() : memref<128xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %last = arith.constant 127 : index
  %tid = gpu.thread_id x
  %n = memref.load %len[%c0] : memref<1xindex>
  %mirrored = arith.subi %last, %tid : index
  %behind = arith.cmpi ult, %tid, %c64 : index
  scf.if %behind {
    gpu.barrier
  }
  scf.for %i = %c0 to %n step %c1 {
    // expected-note@below {{written here}}
    // expected-information@below {{missing-barrier}}
    memref.store %f, %buffer[%mirrored] : memref<128xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    gpu.barrier
    // expected-information@below {{missing-barrier: memref.load may read %buffer before another thread's memref.store on line 19 has written it: waves are shifted by a barrier there}}
    // expected-note@below {{read here, in the iteration before}}
    %read = memref.load %buffer[%tid] : memref<128xf32, #gpu.address_space<workgroup>>
    memref.store %read, %out[%tid] : memref<128xf32>
    gpu.barrier
    gpu.barrier
  }
  %in_front = arith.cmpi uge, %tid, %c64 : index
  scf.if %in_front {
    gpu.barrier
  }
  return
}
