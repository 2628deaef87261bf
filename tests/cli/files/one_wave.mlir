// The threads of one wave need no barrier, only the data to have landed.
gpu.module @kernels [#rocdl.target<chip = "gfx942">] {
  gpu.func @exchange(%f: f32) workgroup(%a: memref<64xf32, 3>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c63 = arith.constant 63 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c63, %tid : index
    memref.store %f, %a[%tid] : memref<64xf32, 3>
    %x = memref.load %a[%other] : memref<64xf32, 3>
    gpu.return
  }
}
