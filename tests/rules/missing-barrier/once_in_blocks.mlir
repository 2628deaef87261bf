// RUN: fencepost lint %s --target sm_90 --verify-diagnostics
// In a loop of one iteration the barrier always runs, but before the copy has landed.
// fencepost: block=64,1,1
func.func @once(%v: f32, %p: i1, %g: memref<64xf32>) attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %tile = memref.alloc() : memref<64xf32, 3>
  %tid = gpu.thread_id x
  %last = arith.constant 63 : index
  %mirrored = arith.subi %last, %tid : index
  %copy = nvgpu.device_async_copy %g[%tid], %tile[%tid], 1 : memref<64xf32> to memref<64xf32, 3> // expected-note {{copied here}} expected-note {{copied here}}
  cf.br ^head(%c0 : index)
^head(%i: index):
  %in = arith.cmpi slt, %i, %c1 : index
  cf.cond_br %in, ^body, ^behind
^body:
  nvvm.cp.async.commit.group
  %other = arith.cmpi ne, %i, %c1 : index
  cf.cond_br %other, ^meet, ^on
^meet:
  // expected-warning@below {{ineffective-barrier}}
  gpu.barrier
  cf.br ^on
^on:
  %next = arith.addi %i, %c1 : index
  cf.br ^head(%next : index)
^behind:
  cf.cond_br %p, ^store, ^end
^store:
  nvvm.cp.async.wait.group 0
  // expected-error@below {{missing-barrier}}
  memref.store %v, %tile[%mirrored] : memref<64xf32, 3>
  cf.br ^end
^end:
  return
}
