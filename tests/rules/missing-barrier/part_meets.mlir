// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// A numbered barrier of one half: what threads of the other half have stored is not ordered by it; what the half has stored itself is.
func.func @halves(%values: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %tile = memref.alloc() : memref<128xf32, 3>
  %own = arith.constant 1 : index
  %other = arith.constant 100 : index
  %half = arith.constant 64 : index
  %id = arith.constant 1 : i32
  %members = arith.constant 64 : i32
  %tid = gpu.thread_id x
  %value = memref.load %values[%tid] : memref<128xf32>
  memref.store %value, %tile[%tid] : memref<128xf32, 3> // expected-note {{written here}}
  %first = arith.cmpi ult, %tid, %half : index
  scf.if %first {
    nvvm.barrier id = %id number_of_threads = %members
    %a = memref.load %tile[%own] : memref<128xf32, 3>
    // expected-error@below {{missing-barrier}}
    %b = memref.load %tile[%other] : memref<128xf32, 3>
    %sum = arith.addf %a, %b : f32
    memref.store %sum, %values[%tid] : memref<128xf32>
  }
  return
}
