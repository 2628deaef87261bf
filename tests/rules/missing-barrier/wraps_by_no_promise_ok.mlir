// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The sum does not wrap, says the op: the store is behind all loads.
gpu.module @kernels {
  gpu.func @shifted(%v: f32) workgroup(%lds: memref<512xf32, 3>)
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c127 = arith.constant 127 : i8
    %c200 = arith.constant 200 : index
    %tid = gpu.thread_id x
    %answer = arith.index_cast %tid : index to i8
    %sum = arith.addi %answer, %c127 overflow<nsw> : i8
    %wide = arith.index_cast %sum : i8 to index
    %place = arith.addi %wide, %c200 : index
    memref.store %v, %lds[%place] : memref<512xf32, 3>
    %r = memref.load %lds[%tid] : memref<512xf32, 3>
    gpu.return
  }
}
