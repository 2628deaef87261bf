// RUN: fencepost lint %s --target sm_100 --verify-diagnostics
// A commit arrives when the products before it are done: until somebody has waited for that the barrier may not end.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %object = llvm.ptrtoint %smem : !llvm.ptr<3> to i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  llvm.inline_asm has_side_effects "@$0 mbarrier.init.shared::cta.b64 [$1], 1;", "b,r" %first, %smem : (i1, !llvm.ptr<3>) -> !llvm.void
  nvvm.barrier
  // expected-note@+1 {{}}
  llvm.inline_asm has_side_effects "@$0 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [$1];", "b,r" %first, %object : (i1, i32) -> !llvm.void
  nvvm.barrier
  // expected-error@+1 {{uninitialized-resource: early end}}
  llvm.inline_asm has_side_effects "@$0 mbarrier.inval.shared::cta.b64 [$1];", "b,r" %first, %smem : (i1, !llvm.ptr<3>) -> !llvm.void
  llvm.return
}
