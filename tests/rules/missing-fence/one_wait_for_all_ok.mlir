// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Both waits are there.
gpu.module @kernels {
  gpu.func @exchange(%v: f32, %out: memref<256xf32>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %c128 = arith.constant 128 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %half = arith.xori %tid, %c128 : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    amdgpu.memory_counter_wait ds(0)
    rocdl.s.barrier
    %a = memref.load %lds[%other] : memref<256xf32, 3>
    %b = memref.load %lds[%half] : memref<256xf32, 3>
    %c = memref.load %lds[%other] : memref<256xf32, 3>
    amdgpu.memory_counter_wait ds(0)
    rocdl.s.barrier
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.return
  }
}
