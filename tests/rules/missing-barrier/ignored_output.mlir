// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Every thread runs the whole op, whose region adds to what the output holds: the next thread may read what this one has written.
#id = affine_map<(d0) -> (d0)>
gpu.module @m {
  gpu.func @fill(%in: memref<256xf32>, %out: memref<256xf32>) workgroup(%tile: memref<256xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    // expected-error@below {{missing-barrier: race: %tile is overwritten while this line reads it}}
    // expected-note@below {{read here}}
    linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%in : memref<256xf32>) outs(%tile : memref<256xf32, #gpu.address_space<workgroup>>) {
    ^bb0(%x: f32, %held: f32):
      %sum = arith.addf %x, %held : f32
      linalg.yield %sum : f32
    }
    gpu.barrier
    %v = memref.load %tile[%tid] : memref<256xf32, #gpu.address_space<workgroup>>
    memref.store %v, %out[%tid] : memref<256xf32>
    gpu.return
  }
}
