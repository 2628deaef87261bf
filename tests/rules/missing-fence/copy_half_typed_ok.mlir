// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// The same with the copy's whole name, and waited for before the next one.
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
      amdgpu.tensor_load_to_lds %tile_a : !amdgpu.tdm_descriptor
      rocdl.s.wait.tensorcnt 0
      amdgpu.tensor_load_to_lds %tile_a : !amdgpu.tdm_descriptor
      rocdl.s.wait.tensorcnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
    } else {
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x = memref.load %a[%c0, %lane] : memref<64x64xf32, #ws>
      memref.store %x, %out[%lane] : memref<?xf32>
    }
    gpu.return
  }
}
