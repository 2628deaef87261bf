// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// A barrier stands under a condition in the inner loop, which holds in the outer one's second iteration: from one of
// these to the other all threads meet, and behind the nest, too.
gpu.module @kernels {
  gpu.func @k(%n: index, %v: f32) workgroup(%a: memref<128xf32, 3>)
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c127 = arith.constant 127 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c127, %tid : index
    scf.for %i = %c0 to %c2 step %c1 {
      %second = arith.cmpi ne, %i, %c0 : index
      scf.for %j = %c0 to %c2 step %c1 {
        memref.store %v, %a[%tid] : memref<128xf32, 3>
        scf.if %second {
          gpu.barrier
        }
      }
    }
    %r = memref.load %a[%rev] : memref<128xf32, 3>
    gpu.return
  }
}
