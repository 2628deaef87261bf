// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// Bits of an address say which workgroup of the cluster it means. Thread 0 of the first workgroup arrives in its own only; the other one waits for ever.
llvm.mlir.global internal @bar() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<1 x i64>
llvm.func @kernel() attributes {nvvm.cluster_dim = array<i32: 2>, nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %end = llvm.mlir.constant(1 : i32) : i32
  %shift = llvm.mlir.constant(24 : i32) : i32
  %none = llvm.mlir.undef : !llvm.struct<(ptr<3>, i32)>
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %first = llvm.icmp "eq" %t, %zero : i32
  llvm.inline_asm has_side_effects "@$0 mbarrier.init.shared::cta.b64 [$1], 1;", "b,r" %first, %bar : (i1, !llvm.ptr<3>) -> ()
  nvvm.cluster.arrive
  nvvm.cluster.wait
  %few = llvm.icmp "ult" %t, %end : i32
  %leads = llvm.icmp "eq" %rank, %zero : i32
  %arrives = llvm.and %few, %leads : i1
  %to = llvm.and %t, %one : i32
  %bits = llvm.shl %to, %shift : i32
  %number = llvm.ptrtoint %bar : !llvm.ptr<3> to i32
  %peer = llvm.xor %number, %bits : i32
  %there = llvm.inttoptr %peer : i32 to !llvm.ptr<3>
  %some = llvm.insertvalue %there, %none[0] : !llvm.struct<(ptr<3>, i32)>
  %whole = llvm.insertvalue %zero, %some[1] : !llvm.struct<(ptr<3>, i32)>
  llvm.inline_asm has_side_effects "@$0 mbarrier.arrive.shared::cluster.b64 _, [$1];", "b,r" %arrives, %whole : (i1, !llvm.struct<(ptr<3>, i32)>) -> ()
  // expected-error@below {{wait-without-signal}}
  // expected-note@below {{thread group 1-63 of workgroup 1 waits here for @bar of workgroup 1}}
  llvm.inline_asm has_side_effects "{ .reg .pred complete; waitLoop: mbarrier.try_wait.parity.shared::cta.b64 complete, [$0], $1; @!complete bra.uni waitLoop; }", "r,r" %bar, %zero : (!llvm.ptr<3>, i32) -> ()
  nvvm.cluster.arrive
  // expected-note@below {{thread 0 of workgroup 0 waits here}}
  // expected-note@below {{thread group 1-63 of workgroup 0 waits here}}
  nvvm.cluster.wait
  llvm.return
}
