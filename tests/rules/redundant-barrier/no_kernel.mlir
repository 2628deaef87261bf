// RUN: fencepost lint %s --verify-diagnostics
// Nothing comes before the first barrier of a kernel, nothing follows its last one.
gpu.module @m {
  memref.global "private" @tile : memref<256xf32, 3>
  gpu.func @marked(%v: f32) kernel {
    %t = gpu.thread_id x
    %lds = memref.get_global @tile : memref<256xf32, 3>
    // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: no access of workgroup memory comes before it}}
    gpu.barrier
    memref.store %v, %lds[%t] : memref<256xf32, 3>
    // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: no access of workgroup memory follows it}}
    gpu.barrier
    gpu.return
  }
}
// -----
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<256 x f32>
llvm.func @marked(%v: f32, %i: i32) attributes {nvvm.kernel} {
  %base = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %p = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  // expected-warning@below {{redundant-barrier: nvvm.barrier0 is redundant: no access of workgroup memory comes before it}}
  nvvm.barrier0
  llvm.store %v, %p : f32, !llvm.ptr<3>
  llvm.return
}
// -----
func.func @sized(%lds: memref<256xf32, 3>, %v: f32) attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %t = gpu.thread_id x
  memref.store %v, %lds[%t] : memref<256xf32, 3>
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: no access of workgroup memory follows it}}
  gpu.barrier
  return
}
