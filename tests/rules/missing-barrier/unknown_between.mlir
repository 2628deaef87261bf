// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// An op that no table knows, that gives nothing and takes whole numbers at most, may be a barrier: the pair is no certain race. What takes another value is none.
gpu.module @kernels {
  gpu.func @use(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    %last = arith.constant 255 : index
    %rev = arith.subi %last, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    "tile.sync"() : () -> ()
    // expected-warning@below {{missing-barrier: memref.load may read %lds}}
    %w = memref.load %lds[%rev] : memref<256xf32, 3>
    gpu.return
  }
  gpu.func @by_number(%v: f32, %barrier: i32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    %last = arith.constant 255 : index
    %rev = arith.subi %last, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    "tile.sync"(%barrier, %last) : (i32, index) -> ()
    // expected-warning@below {{missing-barrier: memref.load may read %lds}}
    %w = memref.load %lds[%rev] : memref<256xf32, 3>
    gpu.return
  }
  gpu.func @of_a_value(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    %last = arith.constant 255 : index
    %rev = arith.subi %last, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    "tile.print"(%v) : (f32) -> ()
    // expected-error@below {{missing-barrier: memref.load may read %lds}}
    %w = memref.load %lds[%rev] : memref<256xf32, 3>
    gpu.return
  }
}
