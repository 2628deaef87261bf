// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Each dump is a text of its own: the first one is cut off, and the alias of the second is not that of the third.
// -----// IR Dump After Inliner (inline) //----- //
// expected-error@below {{syntax-error: this '{' is never closed}}
module {
  // expected-error@below {{syntax-error: this '{' is never closed}}
  func.func @k(%v: f32) {
// -----// IR Dump After CSE (cse) //----- //
#map = affine_map<(d0) -> (d0)>
module {
  func.func @k(%v: f32, %out: memref<512xf32>) attributes {gpu.kernel, known_block_size = array<i32: 256, 1, 1>} {
    %lds = memref.alloc() : memref<512xf32, 3>
    %tid = gpu.thread_id x
    memref.store %v, %lds[%tid] : memref<512xf32, 3>
    %at = affine.apply #map(%tid)
    %r = memref.load %lds[%at] : memref<512xf32, 3>
    memref.store %r, %out[%tid] : memref<512xf32>
    return
  }
}
// -----// IR Dump After Canonicalizer (canonicalize) //----- //
#map = affine_map<(d0) -> (d0 + 1)>
module {
  func.func @k(%v: f32, %out: memref<512xf32>) attributes {gpu.kernel, known_block_size = array<i32: 256, 1, 1>} {
    %lds = memref.alloc() : memref<512xf32, 3>
    %tid = gpu.thread_id x
    memref.store %v, %lds[%tid] : memref<512xf32, 3> // expected-note {{written here}}
    %at = affine.apply #map(%tid)
    // expected-error@below {{missing-barrier}}
    %r = memref.load %lds[%at] : memref<512xf32, 3>
    memref.store %r, %out[%tid] : memref<512xf32>
    return
  }
}
