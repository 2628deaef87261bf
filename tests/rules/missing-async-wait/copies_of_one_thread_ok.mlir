// RUN: fencepost lint %s --verify-diagnostics
// Each thread starts two copies that lie apart, in between those of other threads: none overwrites the other.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
llvm.func @k(%from: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c9 = llvm.mlir.constant(9 : i32) : i32
  %c14 = llvm.mlir.constant(14 : i32) : i32
  %c112 = llvm.mlir.constant(112 : i32) : i32
  %c288 = llvm.mlir.constant(288 : i32) : i32
  %c576 = llvm.mlir.constant(576 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %data = llvm.getelementptr %smem[1024] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %pair = llvm.and %tid, %c14 : i32
  %row = llvm.shl %pair, %c9 : i32
  %odd = llvm.and %tid, %c1 : i32
  %even = llvm.icmp "eq" %odd, %c0 : i32
  %shift = llvm.select %even, %c0, %c576 : i1, i32
  %column = llvm.and %tid, %c112 : i32
  %word = llvm.lshr %column, %c2 : i32
  %place = llvm.or disjoint %row, %shift : i32
  %one = llvm.or disjoint %place, %word : i32
  %two = llvm.add %one, %c288 : i32
  %to_one = llvm.getelementptr inbounds %data[%one] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %to_two = llvm.getelementptr inbounds %data[%two] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  llvm.cond_br %first, ^makes, ^copies
^makes:
  llvm.inline_asm has_side_effects "mbarrier.init.shared::cta.b64 [$0], 1;", "r" %smem : (!llvm.ptr<3>) -> !llvm.void
  llvm.br ^copies
^copies:
  nvvm.cp.async.shared.global %to_one, %from, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.shared.global %to_two, %from, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 0
  nvvm.barrier
  llvm.inline_asm has_side_effects "@$0 mbarrier.arrive.shared::cta.b64 _, [$1];", "b,r" %first, %smem : (i1, !llvm.ptr<3>) -> !llvm.void
  llvm.inline_asm has_side_effects "{\0A.reg .pred done;\0AwaitLoop:\0Ambarrier.try_wait.parity.shared::cta.b64 done, [$0], $1;\0A@!done bra.uni waitLoop;\0A}", "r,r" %smem, %c0 : (!llvm.ptr<3>, i32) -> !llvm.void
  llvm.return
}
