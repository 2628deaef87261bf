// Two threads of one op meet: the place is its own counterpart, and says so beside its mark.
gpu.module @kernels [#rocdl.target<chip = "gfx942">] {
  gpu.func @own() workgroup(%lds: memref<256xindex, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %c5 = arith.constant 5 : index
    memref.store %t, %lds[%c5] : memref<256xindex, 3>
    gpu.return
  }
}
