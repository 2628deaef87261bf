// RUN: fencepost fix %s --target=gfx942
// A kernel that waits by s_waitcnt's bit field gets such a wait: 49279 is 0xC07F, lgkmcnt 0 and all bits of the other counters.
gpu.module @kernels {
  gpu.func @exchange(%in: memref<256xf32>, %out: memref<256xf32>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %v = memref.load %in[%tid] : memref<256xf32>
    rocdl.s.waitcnt 16368
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    rocdl.s.waitcnt 49279
    rocdl.s.barrier
    %a = memref.load %lds[%other] : memref<256xf32, 3>
    memref.store %a, %out[%tid] : memref<256xf32>
    gpu.return
  }
}
