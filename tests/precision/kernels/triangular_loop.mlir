// RUN: fencepost lint %s --target=gfx942 --ignore=redundant-barrier --verify-diagnostics
// The inner loop runs as often as the outer one's number says: not at all in its first iteration. What the finding shows must run.
gpu.module @m {
  gpu.func @k(%f: f32) workgroup(%a: memref<4096xf32, 3>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %tid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c127 = arith.constant 127 : index
    %c128 = arith.constant 128 : index
    %other = arith.subi %c127, %tid : index
    scf.for %i = %c0 to %c4 step %c1 {
      %row = arith.muli %i, %c128 : index
      %own = arith.addi %row, %tid : index
      %theirs = arith.addi %row, %other : index
      scf.for %j = %c0 to %i step %c1 {
        memref.store %f, %a[%own] : memref<4096xf32, 3> // expected-note {{written here}}
        // expected-error@+1 {{%i = 1}}
        %r = memref.load %a[%theirs] : memref<4096xf32, 3>
        gpu.barrier
      }
    }
    gpu.return
  }
}
