// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// What an op that nobody knows does to global memory may need the wide form.
gpu.module @kernels {
  gpu.func @exchange(%v: f32, %global: !llvm.ptr<1>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    "test.use"(%global) : (!llvm.ptr<1>) -> ()
    gpu.barrier
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    "test.use"(%global) : (!llvm.ptr<1>) -> ()
    gpu.return
  }
}
