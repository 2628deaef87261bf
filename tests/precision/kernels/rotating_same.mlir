// RUN: fencepost lint %s --target=gfx942 --ignore=wide-fence,redundant-barrier --verify-diagnostics
// The buffer that is read is the one that the next iteration writes.
gpu.module @m {
  gpu.func @k(%f: f32, %n: index) workgroup(%a: memref<256xf32, 3>, %b: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %other = arith.subi %c255, %tid : index
    %end:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b) -> (memref<256xf32, 3>, memref<256xf32, 3>) {
      memref.store %f, %p[%tid] : memref<256xf32, 3> // expected-error {{missing-barrier: memref.store may overwrite %p in the next iteration}}
      gpu.barrier
      %r = memref.load %q[%other] : memref<256xf32, 3> // expected-note {{read here, in the iteration before}}
      scf.yield %q, %p : memref<256xf32, 3>, memref<256xf32, 3>
    }
    gpu.return
  }
}
