// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Ping-pong: four of eight waves wait once more before the loop, the others after it, so that they run one barrier apart. A single barrier then tells of a
// wave only that it has passed the one before: the other half of the waves may still read what is overwritten, and may read what is not written yet.
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
    %x = memref.load %lds[%mirrored] : memref<512xf32, #gpu.address_space<workgroup>> // expected-error {{missing-barrier: race between streams: %lds is read while}} expected-note {{wave group 4-7 reads here, in iteration 0}}
    gpu.barrier
    memref.store %x, %lds[%tid] : memref<512xf32, #gpu.address_space<workgroup>> // expected-note {{wave group 4-7 writes here, in iteration 0}} expected-error {{missing-barrier: race between streams: %lds is overwritten while}}
    gpu.barrier // expected-note {{the next that wave group 4-7 tells others, on the workgroup's barrier: wave group 0-3 has not waited for it}} expected-note {{the last that wave group 0-3 waits for, the workgroup's barrier: it comes from before the access}}
  }
  scf.if %early {
    rocdl.s.barrier
  }
  %y = memref.load %lds[%mirrored] : memref<512xf32, #gpu.address_space<workgroup>>
  memref.store %y, %out[%tid] : memref<512xf32>
  return
}
