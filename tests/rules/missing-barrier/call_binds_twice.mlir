// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Both parameters are the same buffer at this call.
gpu.module @kernels {
  func.func private @copy(%from: memref<256xf32, 3>, %to: memref<256xf32, 3>, %i: index, %j: index) {
    %r = memref.load %from[%i] : memref<256xf32, 3>
    // expected-note@above {{read here}}
    memref.store %r, %to[%j] : memref<256xf32, 3>
    // expected-note@above {{in the function called}}
    return
  }
  gpu.func @reverse(%v: f32) workgroup(%a: memref<256xf32, 3>, %b: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    // expected-error@below {{missing-barrier: memref.store on line 7, called here, may overwrite %to}}
    func.call @copy(%a, %a, %other, %tid) : (memref<256xf32, 3>, memref<256xf32, 3>, index, index) -> ()
    gpu.return
  }
}
