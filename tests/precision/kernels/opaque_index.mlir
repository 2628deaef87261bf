// RUN: fencepost lint %s --target=gfx942 --ignore=wide-fence,redundant-barrier --verify-diagnostics
// What blocks the proof is named: the load that the index comes from.
gpu.module @m {
  gpu.func @k(%f: f32, %data: memref<?xindex>) workgroup(%a: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    memref.store %f, %a[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    %v = memref.load %data[%tid] : memref<?xindex>
    // expected-warning@below {{nothing is known of an index: the load on line 7}}
    %r = memref.load %a[%v] : memref<256xf32, 3>
    gpu.return
  }
}
