// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// One barrier a round is enough: a buffer is read a whole iteration after it was filled.
gpu.module @kernels {
  gpu.func @ring(%v: f32) workgroup(%a: memref<256xf32, 3>, %b: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %last:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%front = %a, %back = %b) -> (memref<256xf32, 3>, memref<256xf32, 3>) {
      memref.store %v, %back[%tid] : memref<256xf32, 3>
      %r = memref.load %front[%other] : memref<256xf32, 3>
      gpu.barrier memfence [#gpu.address_space<workgroup>]
      scf.yield %back, %front : memref<256xf32, 3>, memref<256xf32, 3>
    }
    gpu.return
  }
}
