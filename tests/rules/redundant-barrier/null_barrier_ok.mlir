// RUN: fencepost lint %s --min-level hint --verify-diagnostics
// Number 0 of NVIDIA's ops is a barrier like any, and needs no init: the half of the block that meets at it exchanges
// what it has written.
gpu.module @kernels {
  gpu.func @k() kernel {
    %number = arith.constant 0 : i32
    %threads = arith.constant 128 : i32
    nvvm.barrier.arrive id = %number number_of_threads = %threads
    gpu.return
  }

  gpu.func @half(%v: f32) workgroup(%tile: memref<128xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %number = arith.constant 0 : i32
    %threads = arith.constant 128 : i32
    %half = arith.constant 128 : index
    %last = arith.constant 127 : index
    %x = gpu.thread_id x
    %first_half = arith.cmpi ult, %x, %half : index
    scf.if %first_half {
      memref.store %v, %tile[%x] : memref<128xf32, 3>
      nvvm.barrier id = %number number_of_threads = %threads
      %mirrored = arith.subi %last, %x : index
      %r = memref.load %tile[%mirrored] : memref<128xf32, 3>
    }
    gpu.return
  }
}
