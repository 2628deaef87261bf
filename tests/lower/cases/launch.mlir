// A launch inside a host function is a kernel of its own; attributions and constant sizes come with it. gpu.func has attributions too.
func.func @host(%v: f32, %i: index, %m: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) workgroup(%w : memref<64xf32, 3>) private(%p : memref<4xf32, 5>) {
    memref.store %v, %w[%tx] : memref<64xf32, 3>
    memref.store %v, %p[%i] : memref<4xf32, 5>
    gpu.barrier
    %x = memref.load %w[%i] : memref<64xf32, 3>
    memref.store %x, %m[%tx] : memref<64xf32>
    gpu.terminator
  }
  return
}
gpu.module @kernels [#rocdl.target<chip = "gfx1201">] {
  gpu.func @attributed(%m: memref<64xf32>, %v: f32) workgroup(%w: memref<64xf32>) private(%p: memref<4xf32>) kernel attributes {known_block_size = array<i32: 32, 2, 1>} {
    %tx = gpu.thread_id x
    memref.store %v, %w[%tx] : memref<64xf32>
    memref.store %v, %p[%tx] : memref<4xf32>
    memref.store %v, %m[%tx] : memref<64xf32>
    gpu.return
  }
}
