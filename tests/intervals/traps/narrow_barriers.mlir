// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// Barriers of workgroup memory alone let accesses of global memory pass: the one that orders the store of %out in the first part before the load of it in the
// third is the whole barrier between, and it is no more than needed.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel(%out: memref<64xf32>) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %word = arith.index_cast %tid : index to i32
  %v = arith.sitofp %word : i32 to f32
  %lds = memref.alloc() : !tile
  memref.store %v, %out[%tid] : memref<64xf32>
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier memfence [#gpu.address_space<workgroup>]
  %a = memref.load %lds[%other] : !tile
  gpu.barrier memfence [#gpu.address_space<workgroup>]
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %b = memref.load %lds[%other] : !tile
  gpu.barrier memfence [#gpu.address_space<workgroup>]
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier memfence [#gpu.address_space<workgroup>]
  %c = memref.load %lds[%other] : !tile
  %d = memref.load %out[%other] : memref<64xf32>
  return
}
