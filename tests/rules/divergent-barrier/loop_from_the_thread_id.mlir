// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The last thread begins at 252 and never comes to the barrier.
gpu.module @kernels {
  gpu.func @tiles() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c250 = arith.constant 250 : index
    %tid = gpu.thread_id x
    %first = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%tid]
    scf.for %i = %first to %c250 step %c250 { // expected-note {{because of this condition}}
      // expected-error@below {{divergent-barrier: gpu.barrier stands where threads disagree}}
      gpu.barrier
    }
    gpu.return
  }
}
