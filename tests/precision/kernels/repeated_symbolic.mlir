// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Two waves load row tid mod 64 of a matrix with %k columns and store it alike: (%k * (tid + 64)) floordiv 2 is %k * 32 more, which the other term takes away,
// whatever %k is. In the second kernel one %k of it is left.
gpu.module @m {
  gpu.func @alike(%data: memref<?xf32>, %k: index) workgroup(%a: memref<64xf32, 3>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %tid = gpu.thread_id x
    %row = affine.apply affine_map<(d0) -> (d0 mod 64)>(%tid)
    %at = affine.apply affine_map<(d0)[s0] -> ((s0 * d0) floordiv 2 - ((d0 floordiv 64) * s0) * 32)>(%tid)[%k]
    %v = memref.load %data[%at] : memref<?xf32>
    // expected-information@+1 {{several threads write the same value}}
    memref.store %v, %a[%row] : memref<64xf32, 3> // expected-note {{written here}}
    gpu.return
  }
  gpu.func @apart(%data: memref<?xf32>, %k: index) workgroup(%a: memref<64xf32, 3>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %tid = gpu.thread_id x
    %row = affine.apply affine_map<(d0) -> (d0 mod 64)>(%tid)
    %at = affine.apply affine_map<(d0)[s0] -> ((s0 * d0) floordiv 2 - ((d0 floordiv 64) * s0) * 31)>(%tid)[%k]
    %v = memref.load %data[%at] : memref<?xf32>
    // expected-error@+1 {{several threads write the same bytes}}
    memref.store %v, %a[%row] : memref<64xf32, 3> // expected-note {{written here}}
    gpu.return
  }
}
