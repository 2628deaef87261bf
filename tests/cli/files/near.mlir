// One line between the places is shown.
gpu.module @kernels [#rocdl.target<chip = "gfx942">] {
  gpu.func @exchange(%v: f32, %out: memref<256xf32>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %c255 = arith.constant 255 : index
    %other = arith.subi %c255, %t : index
    memref.store %v, %lds[%t] : memref<256xf32, 3>
    %a = arith.constant 1 : index
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    memref.store %r, %out[%t] : memref<256xf32>
    gpu.return
  }
}
