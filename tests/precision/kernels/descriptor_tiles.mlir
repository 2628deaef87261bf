// RUN: fencepost lint %s --target=gfx1250 --ignore=redundant-wait --verify-diagnostics
// A tensor copy writes the tile that its descriptor names: 32 rows of 32 numbers and 8 of padding, 2560 bytes from where the view starts. Two views that lie
// behind each other do not meet. The second kernel's tile starts at row 31: row 30 is not in it.
gpu.module @m {
  gpu.func @apart(%g: memref<1024x1024xf16>) workgroup(%alloc: memref<5120xi8, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c2560 = arith.constant 2560 : index
    %pad = arith.constant 4 : i32
    %every = arith.constant 16 : i32
    %c32 = arith.constant 32 : index
    %rows = gpu.subgroup_broadcast %c32, first_active_lane : index
    %a = memref.view %alloc[%c0][] : memref<5120xi8, #gpu.address_space<workgroup>> to memref<64x40xf16, #gpu.address_space<workgroup>>
    %b = memref.view %alloc[%c2560][] : memref<5120xi8, #gpu.address_space<workgroup>> to memref<32x40xf16, #gpu.address_space<workgroup>>
    %p = amdgpu.make_dma_base %g[%c0, %c0], %a[%c0, %c0] : memref<1024x1024xf16>, memref<64x40xf16, #gpu.address_space<workgroup>> -> !amdgpu.tdm_base<f16>
    %q = amdgpu.make_dma_descriptor %p globalSize [1024, 1024] globalStride [1024, 1] sharedSize [%rows, 32] padShared(%pad every %every) : !amdgpu.tdm_base<f16> -> !amdgpu.tdm_descriptor
    amdgpu.tensor_load_to_lds %q : !amdgpu.tdm_descriptor
    %s = amdgpu.make_dma_base %g[%c0, %c0], %b[%c0, %c0] : memref<1024x1024xf16>, memref<32x40xf16, #gpu.address_space<workgroup>> -> !amdgpu.tdm_base<f16>
    %t = amdgpu.make_dma_descriptor %s globalSize [1024, 1024] globalStride [1024, 1] sharedSize [%rows, 32] padShared(%pad every %every) : !amdgpu.tdm_base<f16> -> !amdgpu.tdm_descriptor
    amdgpu.tensor_load_to_lds %t : !amdgpu.tdm_descriptor
    rocdl.s.wait.tensorcnt 0
    gpu.return
  }
  gpu.func @last_rows(%g: memref<1024x1024xf16>) workgroup(%alloc: memref<5120xi8, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c30 = arith.constant 30 : index
    %c31 = arith.constant 31 : index
    %pad = arith.constant 4 : i32
    %every = arith.constant 16 : i32
    %a = memref.view %alloc[%c0][] : memref<5120xi8, #gpu.address_space<workgroup>> to memref<64x40xf16, #gpu.address_space<workgroup>>
    %p = amdgpu.make_dma_base %g[%c0, %c0], %a[%c31, %c0] : memref<1024x1024xf16>, memref<64x40xf16, #gpu.address_space<workgroup>> -> !amdgpu.tdm_base<f16>
    %q = amdgpu.make_dma_descriptor %p globalSize [1024, 1024] globalStride [1024, 1] sharedSize [32, 32] padShared(%pad every %every) : !amdgpu.tdm_base<f16> -> !amdgpu.tdm_descriptor
    amdgpu.tensor_load_to_lds %q : !amdgpu.tdm_descriptor // expected-note {{copied here}}
    // expected-warning@below {{before the amdgpu.tensor_load_to_lds on line 34 has landed: nothing waits for it}}
    %r = memref.load %a[%c31, %c0] : memref<64x40xf16, #gpu.address_space<workgroup>>
    %before = memref.load %a[%c30, %c0] : memref<64x40xf16, #gpu.address_space<workgroup>>
    rocdl.s.wait.tensorcnt 0
    gpu.return
  }
}
