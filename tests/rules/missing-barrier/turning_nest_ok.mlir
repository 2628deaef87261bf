// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Two loops turn the same two halves, and the outer one goes on from where the inner one has left them, after a number
// of iterations that nobody knows: each thread has an element of its own in either half.
gpu.module @kernels {
  gpu.func @k(%m: index, %n: index, %v: f32) workgroup(%tile: memref<512xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %half = arith.constant 256 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %turned:2 = scf.for %i = %c0 to %m step %c1 iter_args(%a = %c0, %b = %half) -> (index, index) {
      %inner:2 = scf.for %j = %c0 to %n step %c1 iter_args(%c = %a, %d = %b) -> (index, index) {
        %at = arith.addi %d, %other : index
        memref.store %v, %tile[%at] : memref<512xf32, 3>
        scf.yield %d, %c : index, index
      }
      scf.yield %inner#1, %inner#0 : index, index
    }
    gpu.return
  }
}
