// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// A barrier behind the first store orders the two, whatever the conditions say.
func.func @two(%v: f32, %p: i1, %q: i1) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %lds = memref.alloc() : memref<128xf32, 3>
  %tid = gpu.thread_id x
  %last = arith.constant 127 : index
  %other = arith.subi %last, %tid : index
  memref.store %v, %lds[%tid] : memref<128xf32, 3>
  gpu.barrier
  scf.if %p {
    scf.if %q {
      memref.store %v, %lds[%other] : memref<128xf32, 3>
    }
  }
  return
}
// -----
func.func @one(%v: f32, %n: index) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %lds = memref.alloc() : memref<128xf32, 3>
  %tid = gpu.thread_id x
  %last = arith.constant 127 : index
  %few = arith.constant 4 : index
  %eight = arith.constant 8 : index
  %half = arith.divui %n, %eight : index
  %other = arith.subi %last, %tid : index
  %p = arith.cmpi ult, %n, %few : index
  %q = arith.cmpi ult, %half, %few : index
  memref.store %v, %lds[%tid] : memref<128xf32, 3>
  gpu.barrier
  scf.if %p {
    scf.if %q {
      memref.store %v, %lds[%other] : memref<128xf32, 3>
    }
  }
  return
}
