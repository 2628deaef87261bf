// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Half of the waves run one barrier behind the others. The barrier that ends this is run by the other half alone: what it waits for has landed for these, not
// for the first half, which meets the next barrier with its store still under way.
#ws = #gpu.address_space<workgroup>
func.func @ping_pong(%v: f32) -> f32 attributes {gpu.kernel, known_block_size = array<i32: 256, 1, 1>} {
  %c128 = arith.constant 128 : index
  %last = arith.constant 255 : index
  %true = arith.constant true
  %tile = memref.alloc() : memref<256xf32, #ws>
  %tid = gpu.thread_id x
  %mirror = arith.subi %last, %tid : index
  %late = arith.cmpi uge, %tid, %c128 : index
  scf.if %late {
    rocdl.s.barrier
  }
  memref.store %v, %tile[%tid] : memref<256xf32, #ws> // expected-note {{written here}}
  %early = arith.xori %late, %true : i1
  scf.if %early { // expected-note {{this condition}}
    gpu.barrier memfence [#ws] // expected-information {{divergent-barrier}}
  }
  rocdl.s.barrier
  // expected-error@below {{missing-fence}}
  %x = memref.load %tile[%mirror] : memref<256xf32, #ws>
  return %x : f32
}
