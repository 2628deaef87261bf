// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Half of the waves run one barrier behind the others. None of the barriers waits until the read has returned.
#ws = #gpu.address_space<workgroup>
func.func @ping_pong(%v: f32, %out: memref<256xf32>) attributes {gpu.kernel, known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c128 = arith.constant 128 : index
  %c255 = arith.constant 255 : index
  %tile = memref.alloc() : memref<256xf32, #ws>
  %tid = gpu.thread_id x
  %other = arith.subi %c255, %tid : index
  %late = arith.cmpi uge, %tid, %c128 : index
  scf.if %late { // expected-note {{this condition}}
    gpu.barrier // expected-information {{divergent-barrier}}
  }
  %x = memref.load %tile[%other] : memref<256xf32, #ws> // expected-note {{read here}}
  scf.for %i = %c0 to %c2 step %c1 {
    rocdl.s.barrier
  }
  // expected-error@below {{missing-fence}}
  memref.store %v, %tile[%tid] : memref<256xf32, #ws>
  %early = arith.cmpi ult, %tid, %c128 : index
  scf.if %early {
    rocdl.s.barrier
  }
  memref.store %x, %out[%tid] : memref<256xf32>
  return
}
