// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Each thread begins elsewhere and runs once all the same.
gpu.module @kernels {
  gpu.func @tiles() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c256 = arith.constant 256 : index
    %tid = gpu.thread_id x
    %first = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%tid]
    scf.for %i = %first to %c256 step %c256 {
      gpu.barrier
    }
    gpu.return
  }
}
