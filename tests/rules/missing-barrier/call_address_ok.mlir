// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The two ways around give each thread its own element.
gpu.module @kernels {
  func.func private @other(%i: index) -> index {
    %c255 = arith.constant 255 : index
    %r = arith.subi %c255, %i : index
    return %r : index
  }
  func.func private @put(%into: memref<256xf32, 3>, %i: index, %v: f32) {
    memref.store %v, %into[%i] : memref<256xf32, 3>
    return
  }
  func.func private @put_other(%into: memref<256xf32, 3>, %i: index, %v: f32) {
    %r = func.call @other(%i) : (index) -> index
    func.call @put(%into, %r, %v) : (memref<256xf32, 3>, index, f32) -> ()
    return
  }
  gpu.func @fill(%v: f32) workgroup(%lds: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    %back = func.call @other(%tid) : (index) -> index
    func.call @put(%lds, %tid, %v) : (memref<256xf32, 3>, index, f32) -> ()
    func.call @put_other(%lds, %back, %v) : (memref<256xf32, 3>, index, f32) -> ()
    gpu.return
  }
}
