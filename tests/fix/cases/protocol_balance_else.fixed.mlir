// RUN: fencepost fix %s --target=gfx942 --unsafe-fixes
// Waves of the first half meet at a barrier that the others do not come by: it goes to the end of their arm, before its yield.
gpu.module @kernels {
  gpu.func @meet(%v: f32, %out: memref<256xf32>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c128 = arith.constant 128 : index
    %tid = gpu.thread_id x
    %half = arith.cmpi ult, %tid, %c128 : index
    %r = scf.if %half -> (f32) {
      %other = arith.subi %c128, %tid : index
      memref.store %v, %lds[%tid] : memref<256xf32, 3>
      amdgpu.lds_barrier
      %x = memref.load %lds[%other] : memref<256xf32, 3>
      scf.yield %x : f32
    } else {
      amdgpu.lds_barrier
      scf.yield %v : f32
    }
    memref.store %r, %out[%tid] : memref<256xf32>
    gpu.return
  }
}
