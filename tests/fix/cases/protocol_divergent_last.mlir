// RUN: fencepost fix %s --target=gfx942 --unsafe-fixes
// The barrier at the end of an arm that some threads of a wave take stands as well behind the branch.
gpu.module @kernels {
  gpu.func @meet(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c32 = arith.constant 32 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %few = arith.cmpi ult, %tid, %c32 : index
    scf.if %few {
      memref.store %v, %lds[%tid] : memref<256xf32, 3>
      amdgpu.lds_barrier
    }
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
