// RUN: fencepost fix %s --target=sm_80
// What is removed is the whole op, with the type behind its operand.
gpu.module @kernels {
  gpu.func @reverse(%v: f32, %all: i32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
