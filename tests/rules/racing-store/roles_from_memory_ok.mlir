// RUN: fencepost lint %s --min-level=warning --verify-diagnostics
// The first warp leaves for each other warp a byte that says what it does. Two of the three do the same store, at one place and with equal numbers; a warp for which the number is another one does not come there.
module attributes {ttg.target = "cuda:90"} {
  llvm.mlir.global external @roles() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<4 x i32>
  llvm.mlir.global external @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<32 x i32>
  llvm.func @switched() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %warp_size = llvm.mlir.constant(32 : i32) : i32
    %last = llvm.mlir.constant(64 : i32) : i32
    %roles = llvm.mlir.addressof @roles : !llvm.ptr<3>
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %lane = llvm.urem %tid, %warp_size : i32
    %warp = llvm.udiv %tid, %warp_size : i32
    %is_first = llvm.icmp "eq" %tid, %zero : i32
    llvm.cond_br %is_first, ^tell, ^told
  ^tell:
    %role1 = llvm.getelementptr %roles[1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i32
    %role2 = llvm.getelementptr %roles[2] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i32
    %role3 = llvm.getelementptr %roles[3] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i32
    llvm.store %zero, %roles : i32, !llvm.ptr<3>
    llvm.store %zero, %role1 : i32, !llvm.ptr<3>
    llvm.store %one, %role2 : i32, !llvm.ptr<3>
    llvm.store %one, %role3 : i32, !llvm.ptr<3>
    llvm.br ^told
  ^told:
    nvvm.barrier0
    %mine = llvm.getelementptr %roles[%warp] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %role = llvm.load %mine : !llvm.ptr<3> -> i32
    llvm.switch %role : i32, ^done [
      1: ^store
    ]
  ^store:
    %upper = llvm.icmp "uge" %tid, %last : i32
    %number = llvm.zext %upper : i1 to i32
    %to = llvm.getelementptr %tile[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store %number, %to : i32, !llvm.ptr<3>
    llvm.br ^done
  ^done:
    llvm.return
  }
}
