// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// What a function without a body returns may differ from thread to thread, although it is given nothing.
gpu.module @kernels {
  func.func private @pick() -> index
  gpu.func @k(%f: f32, %out: memref<128xf32>) workgroup(%a: memref<128xf32, 3>)
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %x = func.call @pick() : () -> index
    memref.store %f, %a[%x] : memref<128xf32, 3> // expected-note {{written here}}
    // expected-warning@below {{missing-barrier: memref.load may read %a}}
    %v = memref.load %a[%x] : memref<128xf32, 3>
    memref.store %v, %out[%t] : memref<128xf32>
    gpu.return
  }
}
