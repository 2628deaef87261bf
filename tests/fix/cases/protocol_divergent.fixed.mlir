// RUN: fencepost fix %s --target=gfx942 --unsafe-fixes
// Threads 0 to 31 meet, the others do not come.
gpu.module @kernels {
  gpu.func @meet(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %c32 = arith.constant 32 : index
    %few = arith.cmpi ult, %tid, %c32 : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    scf.if %few {
    }
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
