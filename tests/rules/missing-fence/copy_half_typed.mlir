// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// The name of a copy is half typed: it is taken for one of the memory that its descriptor names, and no fix knows what would wait for it.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @ahead(%src: memref<64x64xf32>, %out: memref<?xf32>, %n: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %tid = gpu.thread_id x
    %lane = arith.remui %tid, %c32 : index
    %a = memref.alloc() : memref<64x64xf32, #ws>
    %base_a = amdgpu.make_dma_base %src[%c0, %c0], %a[%c0, %c0] : memref<64x64xf32>, memref<64x64xf32, #ws> -> !amdgpu.tdm_base<f32>
    %tile_a = amdgpu.make_dma_descriptor %base_a globalSize [64, 64] globalStride [64, 1] sharedSize [64, 64] : !amdgpu.tdm_base<f32> -> !amdgpu.tdm_descriptor
    %copies = arith.cmpi ult, %tid, %c32 : index
    scf.if %copies {
      // expected-note@+3 {{wave 0 reads here}}
      // expected-note@+2 {{wave 0 writes here}}
      // expected-note@below {{written here}}
      amdgu.tensor_load_to_lds %tile_a : !amdgpu.tdm_descriptor
      // expected-warning@below {{missing-fence}}
      amdgpu.tensor_load_to_lds %tile_a : !amdgpu.tdm_descriptor
      rocdl.s.wait.tensorcnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
    } else {
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      // expected-warning@below {{missing-fence}}
      %x = memref.load %a[%c0, %lane] : memref<64x64xf32, #ws>
      memref.store %x, %out[%lane] : memref<?xf32>
    }
    gpu.return
  }
}
