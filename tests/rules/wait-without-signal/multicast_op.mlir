// RUN: fencepost lint %s --verify-diagnostics
// The first workgroup of a cluster copies into its own memory only: the other one waits for ever.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<0 x i8>
llvm.func @k(%desc: !llvm.ptr) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2>, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %data = llvm.getelementptr %smem[1024] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %leads = llvm.icmp "eq" %rank, %c0 : i32
  %copies = llvm.and %first, %leads : i1
  llvm.inline_asm has_side_effects "@$0 mbarrier.init.shared::cta.b64 [$1], 1;", "b,r" %first, %smem : (i1, !llvm.ptr<3>) -> !llvm.void
  nvvm.barrier
  // expected-error@+1 {{wrong-byte-count}}
  llvm.inline_asm has_side_effects "@$0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [$1], 1024;", "b,r" %first, %smem : (i1, !llvm.ptr<3>) -> !llvm.void
  nvvm.cp.async.bulk.tensor.shared.cluster.global %data, %desc, %smem, box[%c0, %c0] predicate = %copies : !llvm.ptr<3>, !llvm.ptr
  // expected-note@+2 {{waits here}}
  // expected-error@+1 {{wait-without-signal}}
  llvm.inline_asm has_side_effects "{\0A.reg .pred done;\0AwaitLoop:\0Ambarrier.try_wait.parity.shared::cta.b64 done, [$0], $1;\0A@!done bra.uni waitLoop;\0A}", "r,r" %smem, %c0 : (!llvm.ptr<3>, i32) -> !llvm.void
  llvm.return
}
