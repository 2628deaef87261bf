// What a section begins with does not reach into the next one: aliases, globals and functions.
#launch = [64, 1, 1]
!tile = memref<64xf32, #gpu.address_space<workgroup>>
memref.global "private" @lds : !tile
func.func private @touch(%buffer: !tile, %tid: index, %x: f32) {
  memref.store %x, %buffer[%tid] : !tile
  return
}
func.func @kernel(%x: f32) attributes {gpu.kernel, known_block_size = #launch} {
  %c63 = arith.constant 63 : index
  %tid = gpu.thread_id x
  %other = arith.subi %c63, %tid : index
  %lds = memref.get_global @lds : !tile
  call @touch(%lds, %tid, %x) : (!tile, index, f32) -> ()
  gpu.barrier
  %back = memref.load %lds[%other] : !tile
  return
}
// -----
!tile = memref<64xf16, 3>
func.func @second(%x: f16) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %c63 = arith.constant 63 : index
  %tid = gpu.thread_id x
  %other = arith.subi %c63, %tid : index
  %lds = memref.alloc() : !tile
  memref.store %x, %lds[%tid] : !tile
  %back = memref.load %lds[%other] : !tile
  return
}
