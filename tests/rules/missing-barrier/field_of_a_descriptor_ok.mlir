// RUN: fencepost lint %s --target sm_90 --verify-diagnostics
// A barrier stands between the thread that writes a field of a descriptor and those that read it.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<128 x i8>
llvm.func @describe(%in: !llvm.ptr<1>, %map: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %size = llvm.mlir.constant(128 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %address = llvm.ptrtoint %in : !llvm.ptr<1> to i64
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  llvm.cond_br %first, ^write, ^written
^write:
  nvvm.tensormap.replace field = global_address, new_value = %address in %smem : !llvm.ptr<3>, i64
  llvm.br ^written
^written:
  nvvm.barrier.cta.sync %c0 : i32
  %at = llvm.getelementptr %smem[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i16
  %x = llvm.load %at : !llvm.ptr<3> -> i16
  %to = llvm.getelementptr %map[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i16
  llvm.store %x, %to : i16, !llvm.ptr<1>
  llvm.return
}
