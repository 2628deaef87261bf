// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// The op that defines the buffer says no type; the first part's use of it does.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel() attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %word = arith.index_cast %tid : index to i32
  %v = arith.sitofp %word : i32 to f32
  %lds = memref.alloc() : !tile
  %buffer = acme.buffer
  // expected-information@below {{racing-store: memref.store may let several threads write the same bytes of %buffer: no barrier can order them}}
  // expected-note@below {{written here}}
  memref.store %v, %buffer[%tid] : !tile
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: every pair of accesses across it is ordered without it}}
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %a = memref.load %lds[%other] : !tile
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %b = memref.load %lds[%other] : !tile
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: every pair of accesses across it is ordered without it}}
  gpu.barrier
  // expected-information@below {{unknown-op: no table knows acme.touch: it is taken to read and write all of %buffer; 1 more of it in this kernel}}
  "acme.touch"(%buffer) : (i32) -> ()
  "acme.touch"(%buffer) : (i32) -> ()
  return
}
