// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// A barrier that the chip does not have: told for each one, those that end parts as well.
// fencepost: target=gfx942
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel() attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %word = arith.index_cast %tid : index to i32
  %v = arith.sitofp %word : i32 to f32
  %lds = memref.alloc() : !tile
  memref.store %v, %lds[%tid] : !tile
  // expected-error@below {{unavailable-barrier: nvvm.barrier0 is for NVIDIA: gfx942 does not have it; use gpu.barrier}}
  nvvm.barrier0
  %a = memref.load %lds[%other] : !tile
  // expected-error@below {{unavailable-barrier: nvvm.barrier0 is for NVIDIA: gfx942 does not have it; use gpu.barrier}}
  nvvm.barrier0
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %b = memref.load %lds[%other] : !tile
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  // expected-error@below {{unavailable-barrier: nvvm.barrier0 is for NVIDIA: gfx942 does not have it; use gpu.barrier}}
  nvvm.barrier0
  %c = memref.load %lds[%other] : !tile
  // expected-error@below {{unavailable-barrier: nvvm.barrier0 is for NVIDIA: gfx942 does not have it; use gpu.barrier}}
  nvvm.barrier0
  return
}
