// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// The load runs where %again does not hold. Then the loop is left, and its store does not run a second time; where it
// runs again, the load has not run. No run shows the pair, so that nothing is certain of it.
func.func @kernel(%again: i1, %n: index, %v: f32, %lds: memref<512xf32, 3>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %tid = gpu.thread_id x
  cf.br ^head(%c0 : index)
^head(%i: index):
  %stays = arith.cmpi slt, %i, %c1 : index
  cf.cond_br %stays, ^body, ^out
^body:
  // expected-warning@+1 {{missing-barrier: missing barrier: %lds is overwritten while line 26 reads it (next iteration)}}
  memref.store %v, %lds[%tid] : memref<512xf32, 3>
  cf.cond_br %again, ^latch, ^else
^else:
  amdgpu.lds_barrier
  cf.br ^inner(%c0 : index)
^inner(%k: index):
  %more = arith.cmpi slt, %k, %n : index
  cf.cond_br %more, ^step, ^behind
^step:
  %k4 = arith.muli %tid, %c4 : index
  %l = vector.load %lds[%k4] : memref<512xf32, 3>, vector<4xf32> // expected-note {{read here}}
  %next = arith.addi %k, %c1 : index
  cf.br ^inner(%next : index)
^behind:
  %two = arith.addi %i, %c2 : index
  cf.cond_br %again, ^head(%two : index), ^latch
^latch:
  %one = arith.addi %i, %c1 : index
  cf.br ^head(%one : index)
^out:
  return
}
