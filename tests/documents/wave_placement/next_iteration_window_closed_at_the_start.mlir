// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The circular window is closed as well by a barrier between the back edge and the write.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%v: f32, %n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    scf.for %i = %zero to %n step %one {
      amdgpu.lds_barrier
      memref.store %v, %a[%tid] : memref<256xf32, #ws>
      amdgpu.lds_barrier
      %x = memref.load %a[%rev] : memref<256xf32, #ws>
    }
    gpu.return
  }
}
