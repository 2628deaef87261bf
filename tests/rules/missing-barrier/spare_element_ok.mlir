// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// Threads that have nothing to say all write a zero to a spare element, which nobody else touches: whichever is the last,
// nobody can tell.
func.func @k(%v: i32, %out: memref<256xi32>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %lds = memref.alloc() : memref<300xi32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %group = arith.divui %t, %c8 : index
  %place = arith.remui %t, %c8 : index
  %says = arith.cmpi eq, %place, %c0 : index
  %own = arith.addi %group, %c1 : index
  %at = arith.select %says, %own, %c0 : index
  %value = arith.select %says, %v, %zero : i32
  memref.store %value, %lds[%at] : memref<300xi32, #gpu.address_space<workgroup>>
  %c32 = arith.constant 32 : index
  %further = arith.addi %own, %c32 : index
  %next = arith.select %says, %further, %c0 : index
  %other = arith.select %says, %v, %zero : i32
  memref.store %other, %lds[%next] : memref<300xi32, #gpu.address_space<workgroup>>
  gpu.barrier
  %x = memref.load %lds[%own] : memref<300xi32, #gpu.address_space<workgroup>>
  memref.store %x, %out[%t] : memref<256xi32>
  return
}
