// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// READ_WRITE: a barrier before the node for its producer, one after it for its consumer.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%v: f32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>
    amdgpu.lds_barrier
    %x = memref.atomic_rmw addf %v, %a[%rev] : (f32, memref<256xf32, #ws>) -> f32
    amdgpu.lds_barrier
    %y = memref.load %a[%tid] : memref<256xf32, #ws>
    gpu.return
  }
}
