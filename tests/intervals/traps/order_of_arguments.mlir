// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// Which of two arguments a kernel uses first decides how they are listed and tried; the last part uses them in another order than the kernel.
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel(%n: index, %flag: i1) attributes {gpu.kernel} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %word = arith.index_cast %tid : index to i32
  %v = arith.sitofp %word : i32 to f32
  %lds = memref.alloc() : !tile
  scf.if %flag {
    memref.store %v, %lds[%tid] : !tile
  }
  gpu.barrier
  %a = memref.load %lds[%other] : !tile
  gpu.barrier
  memref.store %v, %lds[%tid] : !tile
  gpu.barrier
  %b = memref.load %lds[%other] : !tile
  gpu.barrier
  // expected-error@below {{racing-store: memref.store lets several threads write the same bytes of %lds: no barrier can order them}}
  // expected-note@below {{written here}}
  // expected-note@below {{written here}}
  memref.store %v, %lds[%n] : !tile
  scf.if %flag {
    // expected-warning@below {{missing-barrier: memref.load may read %lds before another thread's memref.store}}
    %c = memref.load %lds[%tid] : !tile
  }
  return
}
