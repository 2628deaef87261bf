// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Each wave copies to its own row twice and waits for the first copy before, in each role.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @twice(%src: memref<128xf32>, %out: memref<128xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %tid = gpu.thread_id x
    %wave = arith.divui %tid, %c64 : index
    %lane = arith.remui %tid, %c64 : index
    %rows = memref.alloc() : memref<2x64xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %rows[%wave, %c0] : f32, memref<128xf32>, memref<2x64xf32, #ws>
    %first = arith.cmpi eq, %wave, %c0 : index
    scf.if %first {
      amdgpu.memory_counter_wait load(0)
      rocdl.s.barrier
    } else {
      amdgpu.memory_counter_wait load(0)
      rocdl.s.barrier
    }
    amdgpu.gather_to_lds %src[%lane], %rows[%wave, %c0] : f32, memref<128xf32>, memref<2x64xf32, #ws>
    amdgpu.memory_counter_wait load(0)
    %x = memref.load %rows[%wave, %lane] : memref<2x64xf32, #ws>
    memref.store %x, %out[%tid] : memref<128xf32>
    gpu.return
  }
}
