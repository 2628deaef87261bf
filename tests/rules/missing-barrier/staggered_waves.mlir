// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Ping-pong: four of eight waves wait once more before the loop, the others after it, so that they run one barrier apart. A single barrier then tells of a
// wave only that it has passed the one before: the other half of the waves may still read what is overwritten, and may read what is not written yet.
// Threads of one half are ordered by it: which half they are of is not looked at, so that this is no error.
func.func @pingpong(%v: f32, %out: memref<512xf32>) attributes {gpu.known_block_size = array<i32: 512, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c256 = arith.constant 256 : index
  %c511 = arith.constant 511 : index
  %tid = gpu.thread_id x
  %mirrored = arith.subi %c511, %tid : index
  %lds = memref.alloc() : memref<512xf32, #gpu.address_space<workgroup>>
  %late = arith.cmpi sge, %tid, %c256 : index
  %early = arith.cmpi slt, %tid, %c256 : index
  memref.store %v, %lds[%tid] : memref<512xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  scf.if %late {
    rocdl.s.barrier
  }
  scf.for %i = %c0 to %c8 step %c1 {
    // expected-note@+2 {{read here}}
    // expected-warning@below {{missing-barrier: memref.load may read %lds in the next iteration of the loop on line 21 before another thread's memref.store on line 28 has written it}}
    %x = memref.load %lds[%mirrored] : memref<512xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    // expected-note@+2 {{written here, in the iteration before}}
    // expected-warning@below {{missing-barrier: memref.store may overwrite %lds while another thread's memref.load on line 24 still reads it}}
    memref.store %x, %lds[%tid] : memref<512xf32, #gpu.address_space<workgroup>>
    gpu.barrier
  }
  scf.if %early {
    rocdl.s.barrier
  }
  %y = memref.load %lds[%mirrored] : memref<512xf32, #gpu.address_space<workgroup>>
  memref.store %y, %out[%tid] : memref<512xf32>
  return
}
