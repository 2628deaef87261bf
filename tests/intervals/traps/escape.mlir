// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// The buffer's address is handed out in the first part, so the pointer that comes out of nowhere in the last one may be the buffer.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel(%keep: memref<64xi32>) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %word = arith.index_cast %tid : index to i32
  %v = arith.sitofp %word : i32 to f32
  %lds = memref.alloc() : !tile
  %address = memref.extract_aligned_pointer_as_index %lds : !tile -> index
  %number = arith.index_cast %address : index to i32
  memref.store %number, %keep[%tid] : memref<64xi32>
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %a = memref.load %lds[%other] : !tile
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %b = memref.load %lds[%other] : !tile
  gpu.barrier
  %back = memref.load %keep[%c0] : memref<64xi32>
  %p = llvm.inttoptr %back : i32 to !llvm.ptr<3>
  // expected-note@below {{written here}}
  memref.store %v, %lds[%tid] : !tile
  // expected-information@below {{missing-barrier: llvm.store may write %p before another thread's memref.store}}
  // expected-information@below {{racing-store: llvm.store may let several threads write the same bytes of %p: no barrier can order them}}
  // expected-note@below {{written here}}
  llvm.store %v, %p : f32, !llvm.ptr<3>
  return
}
