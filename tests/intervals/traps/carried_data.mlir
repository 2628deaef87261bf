// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// A loop hands on data that another interval has read, the same in all threads: all of them store the same value.
func.func @kernel(%x: f32) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %lds = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %x, %lds[%other] : memref<64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %a = memref.load %lds[%c4] : memref<64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %b = scf.for %i = %c0 to %other step %c1 iter_args(%carried = %a) -> (f32) {
    scf.yield %carried : f32
  }
  // expected-information@below {{racing-store: memref.store lets several threads write the same value to the same bytes of %lds; one thread would do}}
  // expected-note@below {{written here}}
  memref.store %b, %lds[%c4] : memref<64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %c = memref.load %lds[%other] : memref<64xf32, #gpu.address_space<workgroup>>
  return
}
