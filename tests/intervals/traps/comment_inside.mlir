// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// A comment that directs the kernel stands inside of its body, behind the first part: it holds for all of it, the workgroup is a single wave.
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
  // expected-hint@below {{redundant-barrier: gpu.barrier orders nothing: the workgroup is a single wave}}
  gpu.barrier
  %a = memref.load %lds[%other] : !tile
  // expected-hint@below {{redundant-barrier: gpu.barrier orders nothing: the workgroup is a single wave}}
  gpu.barrier
  // fencepost: target=gfx1201 block=32,1,1
  memref.store %v, %lds[%tid] : !tile
  // expected-hint@below {{redundant-barrier: gpu.barrier orders nothing: the workgroup is a single wave}}
  gpu.barrier
  %b = memref.load %lds[%other] : !tile
  // expected-hint@below {{redundant-barrier: gpu.barrier orders nothing: the workgroup is a single wave}}
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  // expected-hint@below {{redundant-barrier: gpu.barrier orders nothing: the workgroup is a single wave}}
  gpu.barrier
  %c = memref.load %lds[%other] : !tile
  // expected-hint@below {{redundant-barrier: gpu.barrier orders nothing: the workgroup is a single wave}}
  gpu.barrier
  return
}
