// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// All threads that have nothing to say write a zero to element 0, and one that has writes its value there.
func.func @k(%v: i32, %out: memref<256xi32>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %lds = memref.alloc() : memref<300xi32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %group = arith.divui %t, %c8 : index
  %place = arith.remui %t, %c8 : index
  %says = arith.cmpi eq, %place, %c0 : index
  %at = arith.select %says, %group, %c0 : index
  %value = arith.select %says, %v, %zero : i32
  // expected-error@below {{racing-store}}
  // expected-note@below {{written here}}
  memref.store %value, %lds[%at] : memref<300xi32, #gpu.address_space<workgroup>>
  gpu.barrier
  %x = memref.load %lds[%group] : memref<300xi32, #gpu.address_space<workgroup>>
  memref.store %x, %out[%t] : memref<256xi32>
  return
}
