// RUN: fencepost lint %s --target=gfx950 --verify-diagnostics
// The matrix unit could work while the copy lands.
gpu.module @kernels {
  gpu.func @multiply(%in: memref<256xf32>, %a: f32, %acc: vector<4xf32>)
      workgroup(%lds: memref<256xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    %c255 = arith.constant 255 : index
    %other = arith.subi %c255, %tid : index
    %wave = affine.apply affine_map<()[s0] -> (s0 floordiv 64 * 64)>()[%tid]
    amdgpu.gather_to_lds %in[%tid], %lds[%wave] : f32, memref<256xf32>, memref<256xf32, #gpu.address_space<workgroup>>
    // expected-hint@below {{early-wait: amdgpu.memory_counter_wait stands before work that does not need it: line 15 is the first that does}}
    amdgpu.memory_counter_wait load(0)
    %product = amdgpu.mfma 16x16x4 %a * %a + %acc blgp = none : f32, f32, vector<4xf32>
    rocdl.s.barrier
    %x = memref.load %lds[%other] : memref<256xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
