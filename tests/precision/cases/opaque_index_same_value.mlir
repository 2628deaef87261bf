// Two threads may have loaded the same index, or not; each meets itself.
// verdict: unknown
gpu.module @m {
  gpu.func @opaque_index_same_value(%f: f32, %data: memref<?xindex>) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %v = memref.load %data[%tx] : memref<?xindex>
    // P: 4 bytes at 4*v
    memref.store %f, %lds[%v] : memref<4096xf32, #gpu.address_space<workgroup>>
    // A: 4 bytes at 4*v
    %x1 = memref.load %lds[%v] : memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
