// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// Either barrier alone would order what crosses both: with both of them narrow nothing would.
gpu.module @kernels {
  gpu.func @twice(%x: f32, %g: memref<256xf32, #gpu.address_space<global>>)
      workgroup(%lds: memref<256xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %x, %g[%tid] : memref<256xf32, #gpu.address_space<global>>
    memref.store %x, %lds[%tid] : memref<256xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %y = memref.load %lds[%other] : memref<256xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    memref.store %y, %lds[%tid] : memref<256xf32, #gpu.address_space<workgroup>>
    %z = memref.load %g[%other] : memref<256xf32, #gpu.address_space<global>>
    memref.store %z, %lds[%tid] : memref<256xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
