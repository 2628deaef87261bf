// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// The kernel loads a pointer from memory that it has stored an address of its tile to: it may lead back to the tile.
func.func @host(%table: !llvm.ptr, %v: f32) {
  %c1 = arith.constant 1 : index
  %c255 = arith.constant 255 : index
  %c256 = arith.constant 256 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1)
      workgroup(%tile : memref<256xf32, 3>) {
    %start = memref.extract_aligned_pointer_as_index %tile : memref<256xf32, 3> -> index
    %number = arith.index_cast %start : index to i64
    llvm.store %number, %table : i64, !llvm.ptr
    %rows = llvm.load %table : !llvm.ptr -> !llvm.ptr
    %mine = arith.index_cast %tx : index to i64
    %reversed = arith.subi %c255, %tx : index
    %other = arith.index_cast %reversed : index to i64
    %to = llvm.getelementptr %rows[%mine] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %v, %to : f32, !llvm.ptr // expected-note {{written here}}
    %from = llvm.getelementptr %rows[%other] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    // expected-warning@below {{missing-barrier: llvm.load may read %from}}
    %r = llvm.load %from : !llvm.ptr -> f32
    gpu.terminator
  }
  return
}
