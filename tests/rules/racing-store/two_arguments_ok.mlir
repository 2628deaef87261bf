// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Each thread stores to an element of its own.
func.func @two(%values: memref<128xf32>, %p: i1, %q: i1) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %lds = memref.alloc() : memref<128xf32, 3>
  %tid = gpu.thread_id x
  %first = arith.constant 0 : index
  %v = memref.load %values[%tid] : memref<128xf32>
  scf.if %p {
    scf.if %q {
      memref.store %v, %lds[%tid] : memref<128xf32, 3>
    }
  }
  return
}
