// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// What an op does that no table knows is not known: the wait behind it may be for copies that it has started. Behind one
// that is known to start none, there is nothing to wait for.
// fencepost: target=gfx1250
func.func @k(%d: vector<4xi32>, %e: vector<8xi32>, %f: vector<4xi32>, %g: vector<8xi32>, %i: index, %out: memref<?xf32>)
    attributes {gpu.kernel, gpu.known_block_size = array<i32: 128, 1, 1>} {
  rocdl.tensor.load.to.lds %d, %e, %f, %f, %g, 0 : vector<4xi32>, vector<8xi32>
  // expected-note@below {{waited for here}}
  rocdl.s.wait.tensorcnt 0
  %z = arith.constant 0.0 : f32
  memref.store %z, %out[%i] : memref<?xf32>
  // expected-warning@below {{double-wait}}
  rocdl.s.wait.tensorcnt 0
  return
}
