// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The iterations are threads in one row: the threads of the fourth wave take different arms.
func.func @pingpong() attributes {gpu.known_block_size = array<i32: 512, 1, 1>} {
  %count = arith.constant 200 : index
  scf.forall (%id) in (512) {
    %first = arith.cmpi slt, %id, %count : index
    // expected-note@below {{because of this condition}}
    scf.if %first {
      // expected-error@below {{divergent-barrier: rocdl.s.barrier stands where threads of one wave disagree, thread 199 and thread 200}}
      rocdl.s.barrier
    } else {
      // expected-error@below {{divergent-barrier: rocdl.s.barrier stands where threads of one wave disagree, thread 199 and thread 200}}
      rocdl.s.barrier
    }
  } {mapping = [#gpu.thread<linear_dim_0>]}
  return
}
