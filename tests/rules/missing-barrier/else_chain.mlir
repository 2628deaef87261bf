// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// What stands in the else of `%n == 0` runs with %n = 2, too: the condition of the store says so, and it overwrites for
// certain what the load reads.
func.func @else_chain(%v: f32, %n: index, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %m = memref.alloc() : memref<128xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c127 = arith.constant 127 : index
  %c2 = arith.constant 2 : index
  %t = gpu.thread_id x
  %other = arith.subi %c127, %t : index
  %first = arith.cmpi eq, %n, %c0 : index
  %third = arith.cmpi eq, %n, %c2 : index
  scf.if %first {
  } else {
    %x = memref.load %m[%other] : memref<128xf32, #gpu.address_space<workgroup>> // expected-note {{read here}}
    memref.store %x, %out[%t] : memref<128xf32>
    scf.if %third {
      // expected-error@below {{missing-barrier}}
      memref.store %v, %m[%t] : memref<128xf32, #gpu.address_space<workgroup>>
    }
  }
  return
}
