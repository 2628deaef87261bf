// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Two conditions over two arguments of a kernel can hold together: nothing else is in doubt. Two over one argument perhaps never do.
func.func @two(%v: f32, %p: i1, %q: i1) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %lds = memref.alloc() : memref<128xf32, 3>
  %tid = gpu.thread_id x
  %last = arith.constant 127 : index
  %other = arith.subi %last, %tid : index
  memref.store %v, %lds[%tid] : memref<128xf32, 3> // expected-note {{written here}}
  scf.if %p {
    scf.if %q {
      // expected-error@below {{missing-barrier: memref.store may write %lds before another thread's memref.store}}
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
  memref.store %v, %lds[%tid] : memref<128xf32, 3> // expected-note {{written here}}
  scf.if %p {
    scf.if %q {
      // expected-warning@below {{missing-barrier: memref.store may write %lds before another thread's memref.store}}
      memref.store %v, %lds[%other] : memref<128xf32, 3>
    }
  }
  return
}
