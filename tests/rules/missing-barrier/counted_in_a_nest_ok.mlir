// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The inner loop runs at least four times wherever the outer one is reached, so that its barrier always stands between.
gpu.module @kernels {
  gpu.func @nest(%f: f32, %n: index) workgroup(%a: memref<128xf32, 3>)
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c127 = arith.constant 127 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c127, %tid : index
    memref.store %f, %a[%tid] : memref<128xf32, 3>
    %p = arith.cmpi sgt, %n, %c4 : index
    scf.if %p {
      scf.for %i = %c0 to %c2 step %c1 {
        scf.for %j = %c1 to %n step %c1 {
          gpu.barrier // expected-hint {{hoistable-barrier}}
        }
        %v = memref.load %a[%rev] : memref<128xf32, 3>
      }
    }
    gpu.return
  }
}
