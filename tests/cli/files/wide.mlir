// Wide, combining and broken characters before a place: the marks stay under it.
gpu.module @kernels [#rocdl.target<chip = "gfx942">] {
  gpu.func @"日本 état �� 🚀 ｆｕｌｌ"(%v: f32) workgroup(%lds: memref<f32, 3>) kernel { memref.store %v, %lds[] : memref<f32, 3>
    %r = memref.load %lds[] : memref<f32, 3>
    memref.store %r, %lds[] : memref<f32, 3>
    gpu.return
  }
}
