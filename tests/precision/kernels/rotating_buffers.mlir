// RUN: fencepost lint %s --target=gfx942 --ignore=wide-fence,redundant-barrier --verify-diagnostics
// Buffers that change places: what is read before the next barrier is not what is written there.
gpu.module @m {
  gpu.func @k(%f: f32, %n: index) workgroup(%a: memref<256xf32, 3>, %b: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %other = arith.subi %c255, %tid : index
    %end:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b) -> (memref<256xf32, 3>, memref<256xf32, 3>) {
      memref.store %f, %p[%tid] : memref<256xf32, 3>
      gpu.barrier
      %r = memref.load %p[%other] : memref<256xf32, 3>
      scf.yield %q, %p : memref<256xf32, 3>, memref<256xf32, 3>
    }
    gpu.return
  }
}
