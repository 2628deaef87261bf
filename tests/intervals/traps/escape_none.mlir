// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// A pointer that comes out of nowhere, and no part hands the buffer's address out: it is other memory.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel(%keep: memref<64xi32>) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %word = arith.index_cast %tid : index to i32
  %v = arith.sitofp %word : i32 to f32
  %lds = memref.alloc() : !tile
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
  memref.store %v, %lds[%tid] : !tile
  // expected-error@below {{racing-store: llvm.store lets several threads write the same bytes of %p: no barrier can order them}}
  // expected-note@below {{written here}}
  llvm.store %v, %p : f32, !llvm.ptr<3>
  return
}
