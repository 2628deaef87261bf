// Two views of one buffer, 1024 bytes each, side by side.
// verdict: disjoint
gpu.module @m {
  gpu.func @view_bytes_apart(%f: f32) workgroup(%lds : memref<4096xi8, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1024 = arith.constant 1024 : index
    %tx = gpu.thread_id x
    %x1 = memref.view %lds[%c0][] : memref<4096xi8, #gpu.address_space<workgroup>> to memref<1024xf32, #gpu.address_space<workgroup>>
    // P: 4 bytes at 4*tx
    memref.store %f, %x1[%tx] : memref<1024xf32, #gpu.address_space<workgroup>>
    %x2 = memref.view %lds[%c1024][] : memref<4096xi8, #gpu.address_space<workgroup>> to memref<768xf32, #gpu.address_space<workgroup>>
    // A: 4 bytes at 4*tx + 1024
    %x3 = memref.load %x2[%tx] : memref<768xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
