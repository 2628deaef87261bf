// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: some
// The plainest kernel that can be cut: each of the three barriers orders one pair, a cell of its own for each thread and the cell of another thread. Nothing is said.
func.func @kernel(%v: f32) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %lds = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %v, %lds[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %a = memref.load %lds[%other] : memref<64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  memref.store %v, %lds[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %b = memref.load %lds[%other] : memref<64xf32, #gpu.address_space<workgroup>>
  return
}
