// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The helper's barrier comes twice in a row: the one at the second call is one too many, but the function must keep it for the first.
gpu.module @kernels {
  func.func private @meet() {
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    return
  }
  gpu.func @reverse(%v: f32) workgroup(%lds: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    func.call @meet() : () -> ()
    // expected-warning@below {{redundant-barrier: gpu.barrier is redundant}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
