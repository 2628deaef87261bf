// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// What a function of another file does with the buffer is not known: it reads and writes it, and orders nothing.
gpu.module @kernels {
  func.func private @elsewhere(memref<256xf32, 3>)
  gpu.func @meet(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    // expected-information@below {{missing-barrier: func.call may write}}
    func.call @elsewhere(%lds) : (memref<256xf32, 3>) -> ()
    gpu.return
  }
}
