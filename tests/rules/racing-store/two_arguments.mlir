// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// All threads store values of their own to one element where two arguments of the kernel say so: the two can hold together.
func.func @two(%values: memref<128xf32>, %p: i1, %q: i1) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %lds = memref.alloc() : memref<128xf32, 3>
  %tid = gpu.thread_id x
  %first = arith.constant 0 : index
  %v = memref.load %values[%tid] : memref<128xf32>
  scf.if %p {
    scf.if %q {
      // expected-error@below {{racing-store: memref.store lets several threads write the same bytes of %lds}} expected-note@below {{written here}}
      memref.store %v, %lds[%first] : memref<128xf32, 3>
    }
  }
  return
}
