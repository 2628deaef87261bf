// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Two nested loops run equally often and turn three buffers: which of them the last iteration reads hangs on products
// of that one number. Half of the threads read and write, and the bytes of neither are the others', whichever buffer it is.
gpu.module @kernels {
  gpu.func @k(%n: index, %v: f32) workgroup(%a: memref<128xf32, 3>, %b: memref<128xf32, 3>, %c: memref<128xf32, 3>)
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c127 = arith.constant 127 : index
    %tid = gpu.thread_id x
    %some = arith.cmpi ult, %tid, %c64 : index
    %turned:3 = scf.for %i = %c0 to %n step %c1 iter_args(%d = %a, %e = %b, %f = %c)
        -> (memref<128xf32, 3>, memref<128xf32, 3>, memref<128xf32, 3>) {
      %inner:3 = scf.for %j = %c0 to %n step %c1 iter_args(%g = %d, %h = %e, %k = %f)
          -> (memref<128xf32, 3>, memref<128xf32, 3>, memref<128xf32, 3>) {
        scf.if %some {
          %r = memref.load %k[%tid] : memref<128xf32, 3>
        }
        scf.yield %h, %k, %g : memref<128xf32, 3>, memref<128xf32, 3>, memref<128xf32, 3>
      }
      scf.yield %inner#1, %inner#2, %inner#0 : memref<128xf32, 3>, memref<128xf32, 3>, memref<128xf32, 3>
    }
    scf.if %some {
      %at = arith.subi %c127, %tid : index
      memref.store %v, %a[%at] : memref<128xf32, 3>
    }
    gpu.return
  }
}
