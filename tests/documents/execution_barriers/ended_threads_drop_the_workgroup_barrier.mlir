// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// When a thread ends it drops the workgroup barrier: an early return of some waves leaves the others a barrier that completes.
llvm.func @situation() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
    %n = llvm.mlir.constant(64 : i32) : i32
    %tid = rocdl.workitem.id.x : i32
    %out = llvm.icmp "uge" %tid, %n : i32
    llvm.cond_br %out, ^exit, ^work
  ^work:
    rocdl.s.barrier
    llvm.br ^exit
  ^exit:
  llvm.return
}
