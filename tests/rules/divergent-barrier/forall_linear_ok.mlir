// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The iterations are threads in one row: whole waves take the same arm, and each wave meets one barrier.
func.func @pingpong() attributes {gpu.known_block_size = array<i32: 512, 1, 1>} {
  %count = arith.constant 256 : index
  scf.forall (%id) in (512) {
    %first = arith.cmpi slt, %id, %count : index
    // 256 threads are four waves.
    scf.if %first {
      rocdl.s.barrier
    } else {
      rocdl.s.barrier
    }
  } {mapping = [#gpu.thread<linear_dim_0>]}
  return
}
