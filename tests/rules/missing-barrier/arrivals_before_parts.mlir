// RUN: fencepost lint %s --target sm_90 --verify-diagnostics
// The same without a meeting of the cluster at the end.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<16 x i8>
llvm.func @k(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2>, nvvm.reqntid = array<i32: 32>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %more = llvm.getelementptr %smem[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %second = llvm.icmp "eq" %tid, %c1 : i32
  llvm.inline_asm has_side_effects "@$0 mbarrier.init.shared::cta.b64 [$1], 32;", "b,r" %first, %smem : (i1, !llvm.ptr<3>) -> !llvm.void
  llvm.inline_asm has_side_effects "@$0 mbarrier.init.shared::cta.b64 [$1], 1;", "b,r" %first, %more : (i1, !llvm.ptr<3>) -> !llvm.void
  nvvm.cluster.arrive
  nvvm.cluster.wait
  %peer = llvm.icmp "eq" %rank, %c1 : i32
  llvm.cond_br %peer, ^arrive, ^meet
^arrive:
  %object = nvvm.mapa %smem, %c0 : !llvm.ptr<3> -> !llvm.ptr<7>
  // expected-note@below {{thread group 1-31 of workgroup 1 arrives here}}
  llvm.inline_asm has_side_effects "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [$0];", "r" %object : (!llvm.ptr<7>) -> !llvm.void
  llvm.cond_br %second, ^alone, ^meet
^alone:
  %other = nvvm.mapa %more, %c0 : !llvm.ptr<3> -> !llvm.ptr<7>
  // expected-note@below {{thread 1 of workgroup 1 arrives here}}
  llvm.inline_asm has_side_effects "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [$0];", "r" %other : (!llvm.ptr<7>) -> !llvm.void
  llvm.br ^meet
^meet:
  // expected-error@below {{missing-barrier: thread group 1-31 of workgroup 0 may end while the llvm.inline_asm of thread group 1-31 of workgroup 1}}
  llvm.return
}
