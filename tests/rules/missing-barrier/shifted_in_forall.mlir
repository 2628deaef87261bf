// RUN: fencepost lint %s --min-level=information --verify-diagnostics
// Threads are iterations of a loop. Those in front store for each other, and do not meet before they read.
// expected-information@below {{missing-barrier: all threads are taken to meet before and behind a mapped scf.forall, and nothing else orders 1 pair of accesses}}
func.func @shifted(%f: f32, %in: tensor<?xf32>, %out: memref<256xf32>) attributes {gpu.kernel, known_block_size = array<i32: 256, 1, 1>, rocdl.target = #rocdl.target<chip = "gfx942">} {
  %buffer = memref.alloc() : memref<512xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %last = arith.constant 127 : index
  %length = tensor.dim %in, %c0 : tensor<?xf32>
  scf.forall (%i) in (512) {
    memref.store %f, %buffer[%i] : memref<512xf32, #gpu.address_space<workgroup>>
  } {mapping = [#gpu.thread<linear_dim_0>]}
  scf.forall (%i) in (256) {
    %mirrored = arith.xori %i, %last : index
    %behind = arith.cmpi ult, %i, %c128 : index
    scf.if %behind { // expected-note {{this condition}}
      gpu.barrier // expected-information {{divergent-barrier}}
    }
    // expected-note@below {{written here}}
    memref.store %f, %buffer[%mirrored] : memref<512xf32, #gpu.address_space<workgroup>>
    // expected-error@below {{missing-barrier}}
    %read = memref.load %buffer[%i] : memref<512xf32, #gpu.address_space<workgroup>>
    memref.store %read, %out[%i] : memref<256xf32>
    scf.for %k = %c0 to %length step %c1 {
      gpu.barrier
    }
    %in_front = arith.cmpi uge, %i, %c128 : index
    scf.if %in_front { // expected-note {{this condition}}
      gpu.barrier // expected-information {{divergent-barrier}}
    }
  } {mapping = [#gpu.thread<linear_dim_0>]}
  return
}
