// What a kernel says hangs on the aliases that it names, and on those that these name: the first one by three steps, the second one by one, the last one by none.
#space = #gpu.address_space<workgroup>
#shared = #space
!tile = memref<64xf32, #shared>
#turn = affine_map<(d0) -> ((d0 + 5) mod 64)>
gpu.module @m {
  gpu.func @by_three(%f: f32, %l: !tile) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %tx = gpu.thread_id x
    memref.store %f, %l[%tx] : !tile
    %c = arith.constant 0 : index
    %r = memref.load %l[%c] : !tile
    gpu.return
  }
  gpu.func @by_one(%f: f32) workgroup(%l: memref<64xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %tx = gpu.thread_id x
    %t = affine.apply #turn(%tx)
    memref.store %f, %l[%tx] : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %r = memref.load %l[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %r, %l[%tx] : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
  gpu.func @by_none(%f: f32) workgroup(%l: memref<64xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %tx = gpu.thread_id x
    memref.store %f, %l[%tx] : memref<64xf32, 3>
    gpu.barrier
    gpu.return
  }
}
