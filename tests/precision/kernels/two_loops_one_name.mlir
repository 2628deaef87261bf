// RUN: fencepost lint %s --target=gfx942 --ignore=wide-fence,redundant-barrier --verify-diagnostics
// Both loops call their iterations %i. The read meets what the last iteration of the first loop wrote, in its own first one: the values are told apart, and nothing
// is said of a loop whose iteration makes no difference.
gpu.module @m {
  gpu.func @both_speak(%f: f32) workgroup(%a: memref<512xf32, 3>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %tid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %i = %c0 to %c8 step %c1 {
      gpu.barrier
      %at = arith.addi %tid, %i : index
      memref.store %f, %a[%at] : memref<512xf32, 3> // expected-note {{written here}}
    }
    scf.for %i = %c0 to %c8 step %c1 {
      %at = arith.subi %tid, %i : index
      %r = memref.load %a[%at] : memref<512xf32, 3> // expected-error {{with %i = 7 and 0}}
      gpu.barrier
    }
    gpu.return
  }
  gpu.func @first_speaks(%f: f32) workgroup(%a: memref<512xf32, 3>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %tid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %i = %c0 to %c8 step %c1 {
      gpu.barrier
      %at = arith.addi %tid, %i : index
      memref.store %f, %a[%at] : memref<512xf32, 3> // expected-note {{written here}}
    }
    scf.for %i = %c0 to %c8 step %c1 {
      %r = memref.load %a[%tid] : memref<512xf32, 3> // expected-error {{with %i = 7 for the first}}
      gpu.barrier
    }
    gpu.return
  }
}
