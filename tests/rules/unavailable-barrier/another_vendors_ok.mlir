// RUN: fencepost lint %s --verify-diagnostics
// The barrier that every chip has, between accesses that need it.
gpu.module @amd [#rocdl.target<chip = "gfx942">] {
  gpu.func @plain(%v: f32, %out: memref<256xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %lds = memref.alloc() : memref<256xf32, 3>
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r = memref.load %lds[%rev] : memref<256xf32, 3>
    gpu.return
  }
}
gpu.module @nvidia [#nvvm.target<chip = "sm_90">] {
  gpu.func @plain(%v: f32, %out: memref<256xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %lds = memref.alloc() : memref<256xf32, 3>
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r = memref.load %lds[%rev] : memref<256xf32, 3>
    gpu.return
  }
}
