// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The load hangs on the same condition as the barrier: it is needed, and enough.
gpu.module @kernels {
  gpu.func @maybe(%v: f32, %p: i1, %q: i1) workgroup(%lds: memref<256xf32, 3>, %more: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    scf.if %p {
      gpu.barrier memfence [#gpu.address_space<workgroup>]
    }
    scf.if %p {
      %r = memref.load %lds[%other] : memref<256xf32, 3>
    }
    gpu.return
  }
}
