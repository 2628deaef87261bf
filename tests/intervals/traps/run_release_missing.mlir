// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// Halves without a release end nothing.
// fencepost: target=gfx1201
!tile = memref<128xf32, #gpu.address_space<workgroup>>
func.func @kernel(%data: memref<128xf32>, %v: f32) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %tid = gpu.thread_id x
  %last = arith.constant 127 : index
  %other = arith.subi %last, %tid : index
  %lds = memref.alloc() : !tile
  memref.store %v, %lds[%tid] : !tile
  llvm.fence syncscope("workgroup") release
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  llvm.fence syncscope("workgroup") acquire
  %r1 = memref.load %lds[%other] : !tile
  llvm.fence syncscope("workgroup") release
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  llvm.fence syncscope("workgroup") acquire
  memref.store %v, %lds[%tid] : !tile
  llvm.fence syncscope("workgroup") release
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  llvm.fence syncscope("workgroup") acquire
  // expected-note@below {{read here}}
  %r2 = memref.load %lds[%other] : !tile
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  llvm.fence syncscope("workgroup") acquire
  // expected-error@below {{missing-fence: memref.store may overwrite %lds while another thread's memref.load}}
  memref.store %v, %lds[%tid] : !tile
  llvm.fence syncscope("workgroup") release
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  llvm.fence syncscope("workgroup") acquire
  %r3 = memref.load %lds[%other] : !tile
  llvm.fence syncscope("workgroup") release
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  llvm.fence syncscope("workgroup") acquire
  memref.store %v, %lds[%tid] : !tile
  return
}
