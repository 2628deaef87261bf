// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Addresses are followed into functions and out of them: thread 0 stores where thread 255 has stored.
gpu.module @kernels {
  func.func private @other(%i: index) -> index {
    %c255 = arith.constant 255 : index
    %r = arith.subi %c255, %i : index
    return %r : index
  }
  func.func private @put(%into: memref<256xf32, 3>, %i: index, %v: f32) {
    memref.store %v, %into[%i] : memref<256xf32, 3> // expected-note {{written here}} // expected-note {{in the function called}}
    return
  }
  func.func private @put_other(%into: memref<256xf32, 3>, %i: index, %v: f32) {
    %r = func.call @other(%i) : (index) -> index
    func.call @put(%into, %r, %v) : (memref<256xf32, 3>, index, f32) -> ()
    return
  }
  gpu.func @fill(%v: f32) workgroup(%lds: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    func.call @put(%lds, %tid, %v) : (memref<256xf32, 3>, index, f32) -> ()
    // expected-error@below {{missing-barrier: memref.store on line 10, called here, may write}}
    func.call @put_other(%lds, %tid, %v) : (memref<256xf32, 3>, index, f32) -> ()
    gpu.return
  }
}
