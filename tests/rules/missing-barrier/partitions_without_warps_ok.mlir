// RUN: fencepost lint %s --verify-diagnostics
// The same without partitions, and with the threads' own numbers: one warp stores and loads.
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  llvm.mlir.global external @lds() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.func @k(%x: f32) attributes {nvvm.kernel = 1 : ui1, nvvm.reqntid = array<i32: 256>} {
    %all = llvm.mlir.constant(-1 : i32) : i32
    %c32 = llvm.mlir.constant(32 : i32) : i32
    %lds = llvm.mlir.addressof @lds : !llvm.ptr<3>
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %first = llvm.icmp "slt" %tid, %c32 : i32
    llvm.cond_br %first, ^warp, ^join
  ^warp:
    %place = llvm.getelementptr %lds[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.store %x, %place : f32, !llvm.ptr<3>
    nvvm.bar.warp.sync %all : i32
    %y = llvm.load %lds : !llvm.ptr<3> -> f32
    llvm.br ^join
  ^join:
    llvm.return
  }
}
