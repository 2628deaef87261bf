// RUN: fencepost lint %s --target gfx1250 --verify-diagnostics
// An mbarrier that a store of one word makes and a loop of loads asks: each phase takes 65 arrivals, and 64 lanes arrive.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
llvm.func @k() attributes {rocdl.kernel, rocdl.flat_work_group_size = "128,128", rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %word = llvm.mlir.constant(274877907008 : i64) : i64
  %bit = llvm.mlir.constant(29 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"() : () -> i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  llvm.cond_br %first, ^init, ^made
^init:
  llvm.store %word, %smem : i64, !llvm.ptr<3>
  llvm.br ^made
^made:
  rocdl.barrier
  %arrives = llvm.icmp "ult" %tid, %c64 : i32
  llvm.cond_br %arrives, ^arrive, ^ask
^arrive:
  %old = llvm.call_intrinsic "llvm.amdgcn.ds.atomic.barrier.arrive.rtn.b64"(%smem, %one) : (!llvm.ptr<3>, i64) -> i64
  llvm.return
^ask:
  // expected-error@+1 {{wait-without-signal}}
  %state = llvm.load %smem : !llvm.ptr<3> -> i64
  %moved = llvm.lshr %state, %bit : i64
  %low = llvm.trunc %moved : i64 to i32
  %parity = llvm.and %c1, %low : i32
  %over = llvm.icmp "ne" %parity, %c0 : i32
  llvm.cond_br %over, ^done, ^ask
^done:
  llvm.return
}
