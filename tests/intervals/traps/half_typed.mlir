// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// Somebody is typing in the first part: until the kernel is whole nobody is told what barriers in other parts are worth.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel() attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %word = arith.index_cast %tid : index to i32
  %v = arith.sitofp %word : i32 to f32
  %lds = memref.alloc() : !tile
  // expected-error@below {{syntax-error: this '[' is never closed}}
  memref.store %v, %lds[
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %a = memref.load %lds[%other] : !tile
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %b = memref.load %lds[%other] : !tile
  gpu.barrier
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  return
}
