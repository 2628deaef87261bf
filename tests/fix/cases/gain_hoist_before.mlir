// RUN: fencepost fix %s --unsafe-fixes --min-level hint
// What is read in the loop was written before it, once.
gpu.module @kernels [#rocdl.target<chip = "gfx942">] {
  gpu.func @reverse(%in: memref<256xf32>, %out: memref<256xf32>, %n: index)
      workgroup(%lds: memref<256xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %x = memref.load %in[%tid] : memref<256xf32>
    memref.store %x, %lds[%tid] : memref<256xf32, #gpu.address_space<workgroup>>
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> (f32) {
      amdgpu.lds_barrier
      %y = memref.load %lds[%other] : memref<256xf32, #gpu.address_space<workgroup>>
      %more = arith.addf %acc, %y : f32
      scf.yield %more : f32
    }
    memref.store %sum, %out[%tid] : memref<256xf32>
    gpu.return
  }
}
