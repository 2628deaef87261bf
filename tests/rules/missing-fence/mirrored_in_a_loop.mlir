// RUN: fencepost lint %s --min-level=warning --verify-diagnostics
// One half stores before the first barrier, the other reads behind it, and the stores are still under way; in the loop either may come first. Both are told.
func.func @mirrored(%f: f32) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>, rocdl.target = #rocdl.target<chip = "gfx1201">} {
  %buffer = memref.alloc() : memref<512xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c64 = arith.constant 64 : index
  %last = arith.constant 127 : index
  %tid = gpu.thread_id x
  %reads = arith.cmpi ult, %tid, %c64 : index
  scf.if %reads {
    gpu.barrier
  }
  scf.for %i = %c0 to %c3 step %c1 {
    scf.if %reads {
      %next = arith.addi %tid, %c1 : index
      // expected-error@below {{missing-barrier}}
      // expected-note@below {{reads here, in iteration 0}}
      // expected-note@below {{reads here, in iteration 2}}
      %v = memref.load %buffer[%next] : memref<512xf32, #gpu.address_space<workgroup>>
    }
    %mirrored = arith.subi %last, %tid : index
    // expected-warning@below {{missing-fence}}
    // expected-note@below {{written here}}
    memref.store %f, %buffer[%mirrored] : memref<512xf32, #gpu.address_space<workgroup>>
  }
  rocdl.s.barrier
  %late = arith.cmpi uge, %tid, %c64 : index
  scf.if %late {
    gpu.barrier
  }
  return
}
