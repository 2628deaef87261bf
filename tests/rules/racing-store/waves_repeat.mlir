// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Two waves store to one tile, each what it loaded from a place of its own; when both load the same, which of them comes last makes no difference.
#ws = #gpu.address_space<workgroup>
func.func @tile(%g: memref<128xf32>) -> f32 attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %lds = memref.alloc() : memref<64xf32, #ws>
  %tid = gpu.thread_id x
  %lane = affine.apply affine_map<(d0) -> (d0 mod 64)>(%tid)
  %v = memref.load %g[%tid] : memref<128xf32>
  // expected-error@below {{racing-store}}
  // expected-note@below {{written here}}
  memref.store %v, %lds[%lane] : memref<64xf32, #ws>
  gpu.barrier memfence [#ws]
  %c0 = arith.constant 0 : index
  %r = memref.load %lds[%c0] : memref<64xf32, #ws>
  return %r : f32
}
func.func @repeated(%g: memref<128xf32>) -> f32 attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %lds = memref.alloc() : memref<64xf32, #ws>
  %tid = gpu.thread_id x
  %lane = affine.apply affine_map<(d0) -> (d0 mod 64)>(%tid)
  %v = memref.load %g[%lane] : memref<128xf32>
  // expected-information@below {{racing-store: memref.store lets several threads write the same value}}
  // expected-note@below {{written here}}
  memref.store %v, %lds[%lane] : memref<64xf32, #ws>
  gpu.barrier memfence [#ws]
  %c0 = arith.constant 0 : index
  %r = memref.load %lds[%c0] : memref<64xf32, #ws>
  return %r : f32
}
