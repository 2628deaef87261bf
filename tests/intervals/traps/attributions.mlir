// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: some
// Workgroup memory of the kernel's head, and one barrier missing in the middle.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
gpu.module @kernels {
gpu.func @kernel() workgroup(%here : !tile) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %word = arith.index_cast %tid : index to i32
  %v = arith.sitofp %word : i32 to f32
  memref.store %v, %here[%tid] : !tile
  gpu.barrier
  %a = memref.load %here[%other] : !tile
  gpu.barrier
  // expected-note@below {{written here}}
  memref.store %v, %here[%tid] : !tile
  // expected-error@below {{missing-barrier: memref.load may read %here before another thread's memref.store}}
  %b = memref.load %here[%other] : !tile
  gpu.barrier
  memref.store %v, %here[%tid] : !tile
  gpu.barrier
  %c = memref.load %here[%other] : !tile
  gpu.return
}
}
