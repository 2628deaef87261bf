// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Half of the waves run one barrier behind the others; the barriers between the store and the load wait until it has landed.
#ws = #gpu.address_space<workgroup>
func.func @ping_pong(%v: f32) -> f32 attributes {gpu.kernel, known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c128 = arith.constant 128 : index
  %c255 = arith.constant 255 : index
  %tile = memref.alloc() : memref<256xf32, #ws>
  %tid = gpu.thread_id x
  %late = arith.cmpi uge, %tid, %c128 : index
  scf.if %late { // expected-note {{this condition}}
    gpu.barrier // expected-information {{divergent-barrier}}
  }
  %first = arith.cmpi eq, %tid, %c0 : index
  scf.if %first {
    memref.store %v, %tile[%c255] : memref<256xf32, #ws>
  }
  scf.for %i = %c0 to %c2 step %c1 {
    gpu.barrier
  }
  %x = memref.load %tile[%tid] : memref<256xf32, #ws>
  %early = arith.cmpi ult, %tid, %c128 : index
  scf.if %early { // expected-note {{this condition}}
    gpu.barrier // expected-information {{divergent-barrier}}
  }
  return %x : f32
}
// The store lands with the barrier that ends this, behind the load of its own wave: thread 255 has met there, too, when it loads.
func.func @behind_the_load(%v: f32) -> f32 attributes {gpu.kernel, known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c128 = arith.constant 128 : index
  %c255 = arith.constant 255 : index
  %tile = memref.alloc() : memref<256xf32, #ws>
  %tid = gpu.thread_id x
  %late = arith.cmpi uge, %tid, %c128 : index
  scf.if %late { // expected-note {{this condition}}
    gpu.barrier // expected-information {{divergent-barrier}}
  }
  %first = arith.cmpi eq, %tid, %c0 : index
  scf.if %first {
    memref.store %v, %tile[%c255] : memref<256xf32, #ws>
  }
  scf.for %i = %c0 to %c2 step %c1 {
    rocdl.s.barrier // expected-hint {{redundant-barrier}}
  }
  %x = memref.load %tile[%tid] : memref<256xf32, #ws>
  %early = arith.cmpi ult, %tid, %c128 : index
  scf.if %early { // expected-note {{this condition}}
    gpu.barrier // expected-information {{divergent-barrier}}
  }
  return %x : f32
}
