// RUN: fencepost lint %s --min-level=warning --verify-diagnostics
// All waves store at once, and part: the half that goes to an extra barrier does not wait there for what it has stored, the other half's waits come too late.
func.func @parted(%f: f32) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>, rocdl.target = #rocdl.target<chip = "gfx1030">} {
  %buffer = memref.alloc() : memref<128xf32, #gpu.address_space<workgroup>>
  %c64 = arith.constant 64 : index
  %last = arith.constant 127 : index
  %tid = gpu.thread_id x
  %mirrored = arith.subi %last, %tid : index
  // expected-note@below {{written here}}
  memref.store %f, %buffer[%mirrored] : memref<128xf32, #gpu.address_space<workgroup>>
  %late = arith.cmpi uge, %tid, %c64 : index
  scf.if %late {
    rocdl.s.barrier
  }
  rocdl.s.barrier
  // expected-error@below {{missing-fence}}
  memref.store %f, %buffer[%tid] : memref<128xf32, #gpu.address_space<workgroup>>
  %early = arith.cmpi ult, %tid, %c64 : index
  scf.if %early {
    gpu.barrier
  }
  return
}
