// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The barrier behind the inner loop closes the outer back edge.
gpu.module @kernels {
  gpu.func @tiles(%v: f32, %n: index) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      memref.store %v, %lds[%tid] : memref<256xf32, 3>
      gpu.barrier memfence [#gpu.address_space<workgroup>]
      scf.for %j = %c0 to %n step %c1 {
        %r = memref.load %lds[%other] : memref<256xf32, 3>
      }
      gpu.barrier memfence [#gpu.address_space<workgroup>]
    }
    gpu.return
  }
}
