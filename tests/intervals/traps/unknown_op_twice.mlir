// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// An op that no table knows is told of once for a kernel, with the number of its ops, though two parts have it.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel() attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %word = arith.index_cast %tid : index to i32
  %v = arith.sitofp %word : i32 to f32
  %lds = memref.alloc() : !tile
  // expected-information@below {{unknown-op: no table knows acme.touch: it is taken to read and write all of %lds; 1 more of it in this kernel}}
  "acme.touch"(%lds) : (!tile) -> ()
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %a = memref.load %lds[%other] : !tile
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %b = memref.load %lds[%other] : !tile
  gpu.barrier
  "acme.touch"(%lds) : (!tile) -> ()
  return
}
