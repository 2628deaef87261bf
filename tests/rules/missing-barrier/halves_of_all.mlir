// RUN: fencepost lint %s --target=gfx1100 --verify-diagnostics
// All waves store. The upper half reads before the barrier at which it meets the lower one.
func.func @halves(%v: f32) -> f32 attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %tile = memref.alloc() : memref<128xf32, #gpu.address_space<workgroup>>
  %zero = arith.constant 0.0 : f32
  %last = arith.constant 127 : index
  %c64 = arith.constant 64 : index
  %true = arith.constant true
  %tid = gpu.thread_id x
  %other = arith.subi %last, %tid : index
  %lower = arith.cmpi ult, %tid, %c64 : index
  %upper = arith.xori %lower, %true : i1
  // expected-note@below {{written here}}
  memref.store %v, %tile[%tid] : memref<128xf32, #gpu.address_space<workgroup>>
  // expected-note@below {{this condition}}
  scf.if %lower {
    // expected-information@below {{divergent-barrier}}
    gpu.barrier
  }
  %r = scf.if %upper -> f32 {
    // expected-error@below {{missing-barrier}}
    %x = memref.load %tile[%other] : memref<128xf32, #gpu.address_space<workgroup>>
    scf.yield %x : f32
  } else {
    scf.yield %zero : f32
  }
  // expected-note@below {{this condition}}
  scf.if %upper {
    // expected-information@below {{divergent-barrier}}
    gpu.barrier
  }
  return %r : f32
}
