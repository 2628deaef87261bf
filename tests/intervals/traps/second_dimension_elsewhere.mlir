// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// The block size is not known. That threads differ in y, too, is told by the last part alone: so two threads of one x write the same cell in the first.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel(%out: memref<64xf32>) attributes {gpu.kernel} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %word = arith.index_cast %tid : index to i32
  %v = arith.sitofp %word : i32 to f32
  %lds = memref.alloc() : !tile
  // expected-information@below {{racing-store: memref.store may let several threads write the same bytes of %lds: no barrier can order them}}
  // expected-note@below {{written here}}
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %a = memref.load %lds[%other] : !tile
  gpu.barrier
  // expected-information@below {{racing-store: memref.store may let several threads write the same bytes of %lds: no barrier can order them}}
  // expected-note@below {{written here}}
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %b = memref.load %lds[%other] : !tile
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: no access of workgroup memory follows it}}
  gpu.barrier
  %ty = gpu.thread_id y
  memref.store %v, %out[%ty] : memref<64xf32>
  return
}
