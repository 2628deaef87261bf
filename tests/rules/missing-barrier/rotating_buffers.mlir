// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Buffers that change places as iter_args: what was stored is read in the next iteration.
gpu.module @kernels {
  gpu.func @ring(%v: f32) workgroup(%a: memref<256xf32, 3>, %b: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %last:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%front = %a, %back = %b) -> (memref<256xf32, 3>, memref<256xf32, 3>) {
      // expected-error@below {{missing-barrier: memref.store may overwrite %back in the next iteration}}
      memref.store %v, %back[%tid] : memref<256xf32, 3>
      // expected-note@-1 {{written here, in the iteration before}}
      // expected-error@below {{missing-barrier: memref.load may read %front in the next iteration}}
      %r = memref.load %front[%other] : memref<256xf32, 3>
      // expected-note@-1 {{read here, in the iteration before}}
      scf.yield %back, %front : memref<256xf32, 3>, memref<256xf32, 3>
    }
    gpu.return
  }
}
