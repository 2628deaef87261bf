// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The lower waves run one barrier behind the upper ones. What they have loaded need not have landed at their extra barrier, behind which the upper ones store.
#ws = #gpu.address_space<workgroup>
func.func @ping_pong(%v: f32) -> f32 attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c64 = arith.constant 64 : index
  %last = arith.constant 127 : index
  %tile = memref.alloc() : memref<128xf32, #ws>
  %tid = gpu.thread_id x
  %mirrored = arith.subi %last, %tid : index
  %x = memref.load %tile[%mirrored] : memref<128xf32, #ws> // expected-note {{read here}}
  %late = arith.cmpi ult, %tid, %c64 : index
  scf.if %late {
    rocdl.s.barrier
  }
  rocdl.s.barrier
  // expected-error@below {{missing-fence}}
  memref.store %v, %tile[%tid] : memref<128xf32, #ws>
  %early = arith.cmpi uge, %tid, %c64 : index
  scf.if %early { // expected-note {{this condition}}
    gpu.barrier // expected-information {{divergent-barrier}}
  }
  return %x : f32
}
