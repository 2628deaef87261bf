// RUN: fencepost lint %s --verify-diagnostics
// The reads of global memory could run while the waves meet.
gpu.module @kernels [#rocdl.target<chip = "gfx1201">] {
  gpu.func @reverse(%in: memref<256xf32>, %out: memref<256xf32>)
      workgroup(%lds: memref<256xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %x = memref.load %in[%tid] : memref<256xf32>
    memref.store %x, %lds[%tid] : memref<256xf32, #gpu.address_space<workgroup>>
    %z = memref.load %in[%other] : memref<256xf32>
    // expected-hint@below {{split-barrier: amdgpu.lds_barrier makes waves wait for each other while they could work: a signal and a wait would overlap the memref.load on line 12}}
    amdgpu.lds_barrier
    %y = memref.load %lds[%other] : memref<256xf32, #gpu.address_space<workgroup>>
    %sum = arith.addf %y, %z : f32
    memref.store %sum, %out[%tid] : memref<256xf32>
    gpu.return
  }
}
