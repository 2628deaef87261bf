// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The lower waves run one barrier behind the upper ones. Both halves wait for what they have loaded at a barrier of their own, before the other half stores.
#ws = #gpu.address_space<workgroup>
func.func @ping_pong(%v: f32) -> f32 attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c64 = arith.constant 64 : index
  %last = arith.constant 127 : index
  %tile = memref.alloc() : memref<128xf32, #ws>
  %tid = gpu.thread_id x
  %mirrored = arith.subi %last, %tid : index
  %x = memref.load %tile[%mirrored] : memref<128xf32, #ws>
  %late = arith.cmpi ult, %tid, %c64 : index
  scf.if %late { // expected-note {{this condition}}
    gpu.barrier // expected-information {{divergent-barrier}}
  }
  rocdl.s.barrier
  memref.store %v, %tile[%tid] : memref<128xf32, #ws>
  %early = arith.cmpi uge, %tid, %c64 : index
  scf.if %early { // expected-note {{this condition}}
    gpu.barrier // expected-information {{divergent-barrier}}
  }
  return %x : f32
}
