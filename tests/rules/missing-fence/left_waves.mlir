// RUN: fencepost lint %s --min-level=warning --verify-diagnostics
// The waves that go elsewhere signal while they still read.
func.func @left(%f: f32) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>, rocdl.target = #rocdl.target<chip = "gfx1201">} {
  %buffer = memref.alloc() : memref<512xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %tid = gpu.thread_id x
  %at = arith.muli %tid, %c4 : index
  // expected-note@below {{reads here}} expected-note@below {{read here}}
  %v = vector.load %buffer[%at] : memref<512xf32, #gpu.address_space<workgroup>>, vector<4xf32>
  %leaves = arith.cmpi ult, %tid, %c32 : index
  cf.cond_br %leaves, ^elsewhere, ^on
  ^elsewhere:
  rocdl.s.barrier
  cf.br ^out
  ^on:
  amdgpu.lds_barrier
  // expected-error@below {{missing-fence}}
  memref.store %f, %buffer[%c0] : memref<512xf32, #gpu.address_space<workgroup>>
  cf.br ^out
  ^out:
  return
}
