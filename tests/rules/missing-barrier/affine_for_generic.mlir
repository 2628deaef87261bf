// RUN: fencepost lint %s --verify-diagnostics
// The generic form of two releases: the attributes of an affine.for have other names in the older one.
func.func @k(%f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  "affine.for"() ({
  ^bb0(%i: index):
    memref.store %f, %m[%tid] : memref<128xf32, 3> // expected-error {{missing-barrier}}
    gpu.barrier
    %v = memref.load %m[%rev] : memref<128xf32, 3> // expected-note {{read here}}
    memref.store %v, %out[%tid] : memref<128xf32>
    "affine.yield"() : () -> ()
  }) {lower_bound = affine_map<() -> (0)>, step = 1 : index, upper_bound = affine_map<() -> (2)>} : () -> ()
  return
}
func.func @newer(%f: f32, %m: memref<128xf32, 3>, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c127 = arith.constant 127 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c127, %tid : index
  "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (2)>}> ({
  ^bb0(%i: index):
    memref.store %f, %m[%tid] : memref<128xf32, 3> // expected-error {{missing-barrier}}
    gpu.barrier
    %v = memref.load %m[%rev] : memref<128xf32, 3> // expected-note {{read here}}
    memref.store %v, %out[%tid] : memref<128xf32>
    "affine.yield"() : () -> ()
  }) : () -> ()
  return
}
