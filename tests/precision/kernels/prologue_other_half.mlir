// RUN: fencepost lint %s --target=gfx942 --ignore=wide-fence,redundant-barrier --verify-diagnostics
// The first iteration reads the half that the prologue does not write; a barrier is before the second.
gpu.module @m {
  gpu.func @k(%f: f32) workgroup(%a: memref<512xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %c255 = arith.constant 255 : index
    %c256 = arith.constant 256 : index
    %other = arith.subi %c255, %tid : index
    memref.store %f, %a[%tid] : memref<512xf32, 3>
    scf.for %i = %c0 to %c8 step %c1 {
      %next = arith.addi %i, %c1 : index
      %slot = arith.remui %next, %c2 : index
      %row = arith.muli %slot, %c256 : index
      %at = arith.addi %row, %other : index
      %r = memref.load %a[%at] : memref<512xf32, 3>
      // expected-hint@below {{hoistable-barrier}}
      gpu.barrier
    }
    gpu.return
  }
}
