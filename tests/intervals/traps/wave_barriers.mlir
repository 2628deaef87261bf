// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: some
// Barriers of single waves stand among those of the workgroup, and order the lanes of a wave only: the pair of the last part is of two waves.
// fencepost: target=sm_90
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel(%v: f32, %mask: i32) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %one = arith.constant 1 : index
  %beside = arith.xori %tid, %one : index
  %lds = memref.alloc() : !tile
  memref.store %v, %lds[%tid] : !tile
  nvvm.bar.warp.sync %mask : i32
  %a = memref.load %lds[%beside] : !tile
  nvvm.barrier0
  memref.store %v, %lds[%other] : !tile
  nvvm.barrier0
  %b = memref.load %lds[%tid] : !tile
  nvvm.barrier0
  // expected-note@below {{written here}}
  memref.store %v, %lds[%other] : !tile
  nvvm.bar.warp.sync %mask : i32
  // expected-error@below {{missing-barrier: memref.load may read %lds before another thread's memref.store}}
  %c = memref.load %lds[%tid] : !tile
  return
}
