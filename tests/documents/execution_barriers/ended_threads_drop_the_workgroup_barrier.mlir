// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// When a thread ends it drops the workgroup barrier: an early return of some waves leaves the others a barrier that completes.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%v: f32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c127 = arith.constant 127 : index
    %c128 = arith.constant 128 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c127, %tid : index
    %a = memref.alloc() : memref<128xf32, #ws>
    %out = arith.cmpi uge, %tid, %c128 : index
    cf.cond_br %out, ^exit, ^work
  ^work:
    memref.store %v, %a[%tid] : memref<128xf32, #ws>
    amdgpu.lds_barrier
    %x = memref.load %a[%rev] : memref<128xf32, #ws>
    cf.br ^exit
  ^exit:
    gpu.return
  }
}
