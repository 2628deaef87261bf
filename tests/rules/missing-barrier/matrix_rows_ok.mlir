// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics --min-level warning
// ldmatrix: each lane names a row of 16 bytes, and the lanes of the warp get elements of all rows; here they are rows that the same
// warp has stored, and its lanes meet in between.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<4096 x i8>
llvm.func @four_matrices(%v: vector<4xi32>) -> i32 attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %c31 = llvm.mlir.constant(31 : i32) : i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %base = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %other = llvm.xor %tid, %c31 : i32
  %p = llvm.getelementptr inbounds %base[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
  %q = llvm.getelementptr inbounds %base[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
  llvm.store %v, %p : vector<4xi32>, !llvm.ptr<3>
  nvvm.bar.warp.sync %all : i32
  %m = nvvm.ldmatrix %q {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
  %r = llvm.extractvalue %m[0] : !llvm.struct<(i32, i32, i32, i32)>
  llvm.return %r : i32
}
