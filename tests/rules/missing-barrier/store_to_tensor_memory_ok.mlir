// RUN: fencepost lint %s --target=sm_100 --verify-diagnostics
// As store_to_tensor_memory.mlir, but each thread reads its own element: the store to tensor memory is no access of workgroup memory.
llvm.mlir.global external @lds() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
llvm.func @kernel(%tensor: !llvm.ptr<6>, %v: f32, %on: i1) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %lds = llvm.mlir.addressof @lds : !llvm.ptr<3>
  %mine = llvm.getelementptr %lds[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %number = llvm.ptrtoint %tensor : !llvm.ptr<6> to i32
  %next = llvm.add %number, %tid : i32
  %pointer = llvm.inttoptr %next : i32 to !llvm.ptr<3>
  %address = llvm.ptrtoint %pointer : !llvm.ptr<3> to i32
  llvm.store %v, %mine : f32, !llvm.ptr<3>
  llvm.inline_asm has_side_effects "@$0 tcgen05.st.sync.aligned.32x32b.x1.b32 [$1 + 0], {$2};", "b,r,r" %on, %address, %v : (i1, i32, f32) -> ()
  %r = llvm.load %mine : !llvm.ptr<3> -> f32
  llvm.return
}
