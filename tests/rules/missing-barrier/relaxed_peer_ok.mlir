// RUN: fencepost lint %s --target sm_90 --verify-diagnostics --min-level warning
// The barrier of the cluster orders memory.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.func @k(%value: i32, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2>, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %word = llvm.getelementptr %smem[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %peer = llvm.xor %rank, %c1 : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  llvm.inline_asm has_side_effects "@$0 mbarrier.init.shared::cta.b64 [$1], 1;", "b,r" %first, %smem : (i1, !llvm.ptr<3>) -> !llvm.void
  nvvm.cluster.arrive
  nvvm.cluster.wait
  llvm.inline_asm has_side_effects "@$2 st.shared.b32 [ $1 + 0 ], $0;", "r,r,b" %value, %word, %first : (i32, !llvm.ptr<3>, i1) -> !llvm.void
  nvvm.barrier
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.wait {aligned}
  %there = nvvm.mapa %word, %peer : !llvm.ptr<3> -> !llvm.ptr<7>
  llvm.cond_br %first, ^other, ^end
^other:
  llvm.store %value, %there : i32, !llvm.ptr<7>
  llvm.br ^end
^end:
  %object = nvvm.mapa %smem, %peer : !llvm.ptr<3> -> !llvm.ptr<7>
  llvm.inline_asm has_side_effects "@$0 mbarrier.arrive.release.cluster.shared::cluster.b64 _, [$1];", "b,r" %first, %object : (i1, !llvm.ptr<7>) -> !llvm.void
  llvm.inline_asm has_side_effects "{\0A.reg .pred complete;\0AwaitLoop:\0Ambarrier.try_wait.parity.shared::cta.b64 complete, [$0], $1;\0A@!complete bra.uni waitLoop;\0A}", "r,r" %smem, %c0 : (!llvm.ptr<3>, i32) -> !llvm.void
  %x = llvm.load %word : !llvm.ptr<3> -> i32
  llvm.store %x, %out : i32, !llvm.ptr<1>
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.wait {aligned}
  llvm.return
}
