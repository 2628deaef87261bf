// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// What the function called has stored is still under way when it returns.
gpu.module @kernels {
  func.func private @fill(%into: memref<256xf32, 3>, %v: f32, %i: index) {
    memref.store %v, %into[%i] : memref<256xf32, 3> // expected-note {{written here}}
    return
  }
  gpu.func @reverse(%v: f32) workgroup(%lds: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    func.call @fill(%lds, %v, %tid) : (memref<256xf32, 3>, f32, index) -> ()
    // expected-error@below {{missing-barrier: memref.load may read %lds before another thread's memref.store on line 5 has written it}}
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
