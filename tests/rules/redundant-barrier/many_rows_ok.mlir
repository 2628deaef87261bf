// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Each row reads what a neighbour has written: all barriers are needed.
gpu.module @kernels {
  gpu.func @rows(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r0 = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r1 = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r2 = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r3 = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r4 = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r5 = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r6 = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r7 = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
