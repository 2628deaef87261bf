// RUN: fencepost lint %s --target=gfx950 --verify-diagnostics
// Deliberate difference: this document calls GatherToLDS READ_WRITE, the other one an async write, which is what its code does. The barrier
// alone does not complete it, the wait before the barrier does.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%src: memref<4096xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    %c64 = arith.constant 64 : index
    %wave = arith.divui %tid, %c64 : index
    %base = arith.muli %wave, %c64 : index
    amdgpu.gather_to_lds async %src[%tid], %a[%base] : f32, memref<4096xf32>, memref<256xf32, #ws>
    amdgpu.memory_counter_wait load(0)
    amdgpu.lds_barrier
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }
}
