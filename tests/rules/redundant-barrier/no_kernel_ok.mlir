// RUN: fencepost lint %s --verify-diagnostics
// These are no kernels and nothing here calls them: whoever does may use the memory before and after.
gpu.module @m {
  memref.global "private" @tile : memref<256xf32, 3>
  gpu.func @unmarked(%v: f32) {
    %t = gpu.thread_id x
    %lds = memref.get_global @tile : memref<256xf32, 3>
    gpu.barrier
    memref.store %v, %lds[%t] : memref<256xf32, 3>
    gpu.barrier
    gpu.return
  }
}
// -----
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<256 x f32>
llvm.func @unmarked(%v: f32, %i: i32) {
  %base = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %p = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  nvvm.barrier0
  llvm.store %v, %p : f32, !llvm.ptr<3>
  llvm.return
}
// -----
func.func @given_memory(%lds: memref<256xf32, 3>, %v: f32) {
  %t = gpu.thread_id x
  memref.store %v, %lds[%t] : memref<256xf32, 3>
  gpu.barrier
  return
}
// -----
memref.global "private" @tile : memref<256xf32, 3>
func.func private @of_this_file(%v: f32) {
  %t = gpu.thread_id x
  %lds = memref.get_global @tile : memref<256xf32, 3>
  gpu.barrier
  memref.store %v, %lds[%t] : memref<256xf32, 3>
  gpu.barrier
  return
}
