// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// With %n = 0 the load is not reached, and only then the store runs.
func.func @else_chain(%v: f32, %n: index, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %m = memref.alloc() : memref<128xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c127 = arith.constant 127 : index
  %c2 = arith.constant 2 : index
  %t = gpu.thread_id x
  %other = arith.subi %c127, %t : index
  %first = arith.cmpi eq, %n, %c0 : index
  %third = arith.cmpi eq, %n, %c0 : index
  scf.if %first {
  } else {
    %x = memref.load %m[%other] : memref<128xf32, #gpu.address_space<workgroup>>
    memref.store %x, %out[%t] : memref<128xf32>
    scf.if %third {
      memref.store %v, %m[%t] : memref<128xf32, #gpu.address_space<workgroup>>
    }
  }
  return
}
