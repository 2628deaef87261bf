// Lines that are longer than the report is wide are cut around the place.
gpu.module @kernels [#rocdl.target<chip = "gfx942">] {
  gpu.func @"a long name a long name a long name a long name a long name a long name a long name a long name a long name a long name a long name a long name a long name a long name a long name "(%v: f32, %t: index, %out: memref<256xf32>) workgroup(%lds: memref<256xf32, 3>) kernel { memref.store %v, %lds[%t] : memref<256xf32, 3>
    %r = memref.load %lds[%t] {data = dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59]> : tensor<60xi32>} : memref<256xf32, 3>
    memref.store %r, %out[%t] : memref<256xf32>
    gpu.return
  }
}
