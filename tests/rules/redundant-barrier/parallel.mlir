// RUN: fencepost lint %s --verify-diagnostics
// The iterations of the inner loop are threads: each of these touches its own element, and there is nothing to order.
func.func @rows(%f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%b) = (%c0) to (%c16) step (%c1) {
    %row = memref.alloc() : memref<64xf32, 3>
    scf.parallel (%t) = (%c0) to (%c64) step (%c1) {
      memref.store %f, %row[%t] : memref<64xf32, 3>
      // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: every pair of accesses across it is ordered without it}}
      gpu.barrier
      %v = memref.load %row[%t] : memref<64xf32, 3>
      memref.store %v, %row[%t] : memref<64xf32, 3>
    } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}
