// One op does not parse; the barrier behind it is still looked at.
gpu.module @kernels [#rocdl.target<chip = "gfx942">] {
  gpu.func @broken() workgroup(%lds: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %x = = arith.constant 0 : index
    gpu.barrier
    gpu.return
  }
}
