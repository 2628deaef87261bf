// LLVM pointers: globals, an array without a size (dynamic shared memory), address arithmetic, structs, integers, loaded pointers.
llvm.mlir.global internal @lds() {addr_space = 3 : i32} : !llvm.array<64 x f32>
llvm.mlir.global external @dynamic() {addr_space = 3 : i32} : !llvm.array<0 x i8>
llvm.func @pointers(%v: f32, %i: i32, %g: !llvm.ptr<1>, %table: !llvm.ptr) attributes {rocdl.kernel} {
  %0 = llvm.mlir.addressof @lds : !llvm.ptr<3>
  %1 = llvm.mlir.addressof @dynamic : !llvm.ptr<3>
  %2 = llvm.getelementptr %0[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %2 : f32, !llvm.ptr<3>
  llvm.store %v, %1 : f32, !llvm.ptr<3>
  %3 = llvm.mlir.undef : !llvm.struct<(ptr<3>, ptr<3>, i64)>
  %4 = llvm.insertvalue %2, %3[0] : !llvm.struct<(ptr<3>, ptr<3>, i64)>
  %5 = llvm.extractvalue %4[0] : !llvm.struct<(ptr<3>, ptr<3>, i64)>
  llvm.store %v, %5 : f32, !llvm.ptr<3>
  %6 = llvm.ptrtoint %0 : !llvm.ptr<3> to i32
  %7 = llvm.add %6, %i : i32
  %8 = llvm.inttoptr %7 : i32 to !llvm.ptr<3>
  llvm.store %v, %8 : f32, !llvm.ptr<3>
  %9 = llvm.load %table : !llvm.ptr -> !llvm.ptr
  llvm.store %v, %9 : f32, !llvm.ptr
  llvm.store %v, %g : f32, !llvm.ptr<1>
  %10 = llvm.alloca %i x f32 : (i32) -> !llvm.ptr<5>
  llvm.store %v, %10 : f32, !llvm.ptr<5>
  %11 = llvm.load %0 atomic syncscope("workgroup") acquire {alignment = 4 : i64} : !llvm.ptr<3> -> f32
  llvm.store volatile %v, %0 : f32, !llvm.ptr<3>
  llvm.return
}
