// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// Threads that have nothing to say write to a spare element, the first time a zero and the second time a one: what
// stands there is not told.
func.func @k(%v: i32, %out: memref<256xi32>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lds = memref.alloc() : memref<300xi32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %group = arith.divui %t, %c8 : index
  %place = arith.remui %t, %c8 : index
  %says = arith.cmpi eq, %place, %c0 : index
  %own = arith.addi %group, %c1 : index
  %at = arith.select %says, %own, %c0 : index
  %value = arith.select %says, %v, %zero : i32
  // expected-note@below {{written here}}
  memref.store %value, %lds[%at] : memref<300xi32, #gpu.address_space<workgroup>>
  %c32 = arith.constant 32 : index
  %further = arith.addi %own, %c32 : index
  %next = arith.select %says, %further, %c0 : index
  %other = arith.select %says, %v, %one : i32
  // expected-error@below {{missing-barrier: missing barrier: %lds is written before line 19 writes it}}
  memref.store %other, %lds[%next] : memref<300xi32, #gpu.address_space<workgroup>>
  gpu.barrier
  %x = memref.load %lds[%own] : memref<300xi32, #gpu.address_space<workgroup>>
  memref.store %x, %out[%t] : memref<256xi32>
  return
}
