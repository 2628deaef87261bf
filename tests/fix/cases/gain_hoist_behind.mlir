// RUN: fencepost fix %s --unsafe-fixes --min-level hint
// What the loop writes is read behind it alone; it may run no iteration.
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
    scf.for %i = %c0 to %n step %c1 {
      %z = memref.load %in[%i] : memref<256xf32>
      memref.store %z, %lds[%tid] : memref<256xf32, #gpu.address_space<workgroup>>
      amdgpu.lds_barrier
    }
    %y = memref.load %lds[%other] : memref<256xf32, #gpu.address_space<workgroup>>
    memref.store %y, %out[%tid] : memref<256xf32>
    gpu.return
  }
}
