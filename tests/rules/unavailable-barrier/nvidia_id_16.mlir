// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// NVIDIA has sixteen, from 0 on.
gpu.module @kernels {
  gpu.func @meet(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    %id = arith.constant 16 : i32
    // expected-error@below {{unavailable-barrier: there is no barrier 16 for nvvm.barrier: sm_80 has 0 to 15}}
    nvvm.barrier id = %id
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
