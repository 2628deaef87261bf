// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The function ends with a barrier of its own.
gpu.module @kernels {
  func.func private @fill(%into: memref<256xf32, 3>, %v: f32, %i: index) {
    memref.store %v, %into[%i] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    return
  }
  gpu.func @reverse(%v: f32) workgroup(%lds: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    func.call @fill(%lds, %v, %tid) : (memref<256xf32, 3>, f32, index) -> ()
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
