// RUN: fencepost lint %s --min-level=warning --verify-diagnostics
// All waves store at once, and part: each half's own wait is enough for what it has stored itself. What lands with it is not followed half by half: no error
// rests on that.
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
    gpu.barrier
  }
  rocdl.s.barrier
  // expected-warning@below {{missing-fence}}
  memref.store %f, %buffer[%tid] : memref<128xf32, #gpu.address_space<workgroup>>
  %early = arith.cmpi ult, %tid, %c64 : index
  scf.if %early {
    gpu.barrier
  }
  return
}
