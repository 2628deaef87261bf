// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Half of the waves run one barrier behind the others, so that threads of the two halves never meet here; those of one half do, and the error names these.
#ws = #gpu.address_space<workgroup>
func.func @ping_pong(%v: f32) -> f32 attributes {gpu.kernel, known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %last = arith.constant 255 : index
  %tile = memref.alloc() : memref<256xf32, #ws>
  %tid = gpu.thread_id x
  %late = arith.cmpi uge, %tid, %c128 : index
  scf.if %late { // expected-note {{this condition}}
    gpu.barrier // expected-information {{divergent-barrier}}
  }
  %old = memref.atomic_rmw addf %v, %tile[%c0] : (f32, memref<256xf32, #ws>) -> f32 // expected-note {{wave group 2-3 writes here}} expected-note {{updated here}}
  %mirror = arith.subi %last, %tid : index
  // expected-error@below {{missing-barrier: race between streams: %tile is read while line 14 writes it}}
  %x = memref.load %tile[%mirror] : memref<256xf32, #ws>
  %early = arith.cmpi ult, %tid, %c128 : index
  scf.if %early { // expected-note {{this condition}}
    gpu.barrier // expected-information {{divergent-barrier}}
  }
  return %x : f32
}
