// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The loop of loops comes to its barriers when it runs twice or more: with fewer iterations nothing orders the two.
gpu.module @m {
  gpu.func @nested(%f: f32, %n: index, %out: memref<256xf32, 1>) workgroup(%tile: memref<256xf32, 3>, %row: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    // expected-note@below {{written here}}
    memref.store %f, %tile[%tid] : memref<256xf32, 3>
    scf.for %i = %c1 to %n step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        memref.store %f, %row[%tid] : memref<256xf32, 3>
        gpu.barrier
        %r = memref.load %row[%other] : memref<256xf32, 3>
        memref.store %r, %out[%tid] : memref<256xf32, 1>
        gpu.barrier
      }
    }
    // expected-warning@below {{missing-barrier: missing barrier: %tile is read before line 12 writes it}}
    %v = memref.load %tile[%other] : memref<256xf32, 3>
    memref.store %v, %out[%tid] : memref<256xf32, 1>
    gpu.return
  }
}
