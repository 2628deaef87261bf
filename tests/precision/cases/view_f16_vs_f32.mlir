// The same bytes as 16-bit and as 32-bit elements: indices agree, bytes do not.
// verdict: cross_thread
gpu.module @m {
  gpu.func @view_f16_vs_f32(%h: f16) workgroup(%lds : memref<4096xi8, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %tx = gpu.thread_id x
    %x1 = memref.view %lds[%c0][] : memref<4096xi8, #gpu.address_space<workgroup>> to memref<2048xf16, #gpu.address_space<workgroup>>
    // P: 2 bytes at 2*tx
    memref.store %h, %x1[%tx] : memref<2048xf16, #gpu.address_space<workgroup>>
    %x2 = memref.view %lds[%c0][] : memref<4096xi8, #gpu.address_space<workgroup>> to memref<1024xf32, #gpu.address_space<workgroup>>
    // A: 4 bytes at 4*tx
    %x3 = memref.load %x2[%tx] : memref<1024xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
