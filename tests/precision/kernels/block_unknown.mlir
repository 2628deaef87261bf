// RUN: fencepost lint %s --ignore=wide-fence,redundant-barrier --verify-diagnostics
// Without the block size only large blocks meet; the comment that gives it is named.
gpu.module @m {
  gpu.func @k(%f: f32) workgroup(%a: memref<2048xf32, 3>) kernel {
    %tid = gpu.thread_id x
    %c512 = arith.constant 512 : index
    %there = arith.addi %tid, %c512 : index
    memref.store %f, %a[%tid] : memref<2048xf32, 3> // expected-note {{written here}}
    // expected-warning@below {{block size unknown, assumed up to 1024: give it with}}
    %r = memref.load %a[%there] : memref<2048xf32, 3>
    gpu.return
  }
}
