// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics --select=unknown-op
// Spelled right; and an op of a known dialect that resembles one which synchronises nothing, or by its digits only, is none.
gpu.module @kernels {
  gpu.func @exchange(%v: f32, %out: memref<256xf32>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    amdgpu.lds_barrier
    %x = memref.load %out[%tid] : memref<256xf32>
    "nvvm.barrier7"() : () -> ()
    "arith.adddi"(%tid, %tid) : (index, index) -> index
    gpu.return
  }
}
