// RUN: fencepost fix %s --unsafe-fixes --min-level hint
// Each barrier is needed, but one between the second store and the first load would do for both.
gpu.module @kernels [#rocdl.target<chip = "gfx942">] {
  gpu.func @exchange(%in: memref<256xf32>, %out: memref<256xf32>)
      workgroup(%a: memref<256xf32, #gpu.address_space<workgroup>>, %b: memref<256xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %x = memref.load %in[%tid] : memref<256xf32>
    memref.store %x, %a[%tid] : memref<256xf32, #gpu.address_space<workgroup>>
    memref.store %x, %b[%tid] : memref<256xf32, #gpu.address_space<workgroup>>
    amdgpu.lds_barrier
    %y = memref.load %a[%other] : memref<256xf32, #gpu.address_space<workgroup>>
    %z = memref.load %b[%other] : memref<256xf32, #gpu.address_space<workgroup>>
    %sum = arith.addf %y, %z : f32
    memref.store %sum, %out[%tid] : memref<256xf32>
    gpu.return
  }
}
