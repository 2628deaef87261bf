// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// What is stored needs the value, and a store stays on its side of a barrier: the read has returned when the wave arrives.
gpu.module @kernels {
  gpu.func @refill(%a: f32, %b: f32, %out: memref<256xf32>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %a, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    %s = arith.addf %r, %b : f32
    memref.store %s, %out[%tid] : memref<256xf32>
    rocdl.s.barrier
    memref.store %b, %lds[%tid] : memref<256xf32, 3>
    gpu.return
  }
}
