// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics --min-level warning
// ldmatrix: each lane names a row of 16 bytes, and the lanes of the warp get elements of all rows. Which lane gets what does not matter where the row
// is another warp's. Of one matrix the first eight lanes alone name rows.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<4096 x i8>
llvm.func @four_matrices(%v: vector<4xi32>) -> i32 attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %base = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %other = llvm.xor %tid, %c32 : i32
  %p = llvm.getelementptr inbounds %base[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
  %q = llvm.getelementptr inbounds %base[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
  llvm.store %v, %p : vector<4xi32>, !llvm.ptr<3> // expected-note {{written here}}
  // expected-error@below {{missing-barrier: nvvm.ldmatrix may read %q}}
  %m = nvvm.ldmatrix %q {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
  %r = llvm.extractvalue %m[0] : !llvm.struct<(i32, i32, i32, i32)>
  llvm.return %r : i32
}
llvm.func @one_matrix(%v: vector<4xi32>) -> i32 attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %base = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %other = llvm.xor %tid, %c32 : i32
  %p = llvm.getelementptr inbounds %base[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
  %q = llvm.getelementptr inbounds %base[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
  llvm.store %v, %p : vector<4xi32>, !llvm.ptr<3> // expected-note {{written here}}
  // expected-warning@below {{missing-barrier: nvvm.ldmatrix may read %q}}
  %r = nvvm.ldmatrix %q {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 1 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> i32
  llvm.return %r : i32
}
// Columns of 4 bits, and 8 bytes behind each row that nobody reads.
llvm.func @padded_rows(%v: vector<4xi32>) -> i32 attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %base = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %other = llvm.xor %tid, %c32 : i32
  %p = llvm.getelementptr inbounds %base[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
  %q = llvm.getelementptr inbounds %base[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
  llvm.store %v, %p : vector<4xi32>, !llvm.ptr<3> // expected-note {{written here}}
  // expected-warning@below {{missing-barrier: nvvm.ldmatrix may read %q}}
  %m = nvvm.ldmatrix %q {eltType = #nvvm.ld_st_matrix_elt_type<b8x16.b4x16_p64>, layout = #nvvm.mma_layout<row>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 16>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
  %r = llvm.extractvalue %m[0] : !llvm.struct<(i32, i32, i32, i32)>
  llvm.return %r : i32
}
