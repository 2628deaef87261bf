// RUN: fencepost lint %s --min-level information --verify-diagnostics
// The third role begins with a number that the loops of the others may have left behind: all lanes of a warp leave these together.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<0 x i8>
llvm.func @tiles(%from: !llvm.ptr<1>, %to: !llvm.ptr<1>, %tiles: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 96, 1, 1>, nvvm.target = #nvvm.target<chip = "sm_90">} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %c31 = llvm.mlir.constant(31 : i32) : i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %full = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %free = llvm.getelementptr %full[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %data = llvm.getelementptr %full[128] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.sdiv %tid, %c32 : i32
  %role = nvvm.shfl.sync idx %all, %warp, %c0, %c31 : i32 -> i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %loads = llvm.icmp "eq" %role, %c0 : i32
  llvm.cond_br %first, ^init, ^begin
^init:
  nvvm.mbarrier.init %full, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %free, %c32 : !llvm.ptr<3>, i32
  llvm.br ^begin
^begin:
  nvvm.barrier
  %id = nvvm.read.ptx.sreg.ctaid.z : i32
  %nx = nvvm.read.ptx.sreg.nctaid.x : i32
  %nz = nvvm.read.ptx.sreg.nctaid.z : i32
  %grid = llvm.mul %nx, %nz : i32
  llvm.cond_br %loads, ^load(%id, %c1 : i32, i32), ^loaded(%id : i32)
^load(%tile: i32, %parity: i32):
  %more = llvm.icmp "slt" %tile, %tiles : i32
  %told = llvm.zext %more : i1 to i32
  %same = nvvm.shfl.sync idx %all, %told, %c0, %c31 : i32 -> i32
  %goes = llvm.icmp "ne" %same, %c0 : i32
  llvm.cond_br %goes, ^copy, ^loaded(%tile : i32)
^copy:
  llvm.cond_br %first, ^start, ^next
^start:
  nvvm.mbarrier.try_wait.parity %free, %parity, %ticks : !llvm.ptr<3>, i32, i32
  nvvm.mbarrier.arrive.expect_tx %full, %c128 : !llvm.ptr<3>, i32
  nvvm.cp.async.bulk.shared.cluster.global %data, %from, %full, %c128 : !llvm.ptr<3>, !llvm.ptr<1>
  llvm.br ^next
^next:
  %later = llvm.add %tile, %grid : i32
  %turned = llvm.xor %parity, %c1 : i32
  llvm.br ^load(%later, %turned : i32, i32)
^loaded(%second_tile: i32):
  %counts = llvm.icmp "eq" %role, %c2 : i32
  llvm.cond_br %counts, ^count(%second_tile : i32), ^counted(%second_tile : i32)
^count(%n: i32):
  %n_later = llvm.add %n, %grid : i32
  %n_more = llvm.icmp "slt" %n_later, %tiles : i32
  llvm.cond_br %n_more, ^count(%n_later : i32), ^counted(%n_later : i32)
^counted(%third_tile: i32):
  %uses = llvm.icmp "eq" %role, %c1 : i32
  llvm.cond_br %uses, ^use(%third_tile, %c0 : i32, i32), ^end
^use(%mine: i32, %turn: i32):
  %left = llvm.icmp "slt" %mine, %tiles : i32
  %told_left = llvm.zext %left : i1 to i32
  %same_left = nvvm.shfl.sync idx %all, %told_left, %c0, %c31 : i32 -> i32
  %stays = llvm.icmp "ne" %same_left, %c0 : i32
  llvm.cond_br %stays, ^work, ^end
^work:
  nvvm.mbarrier.try_wait.parity %full, %turn, %ticks : !llvm.ptr<3>, i32, i32
  %lane = llvm.srem %tid, %c32 : i32
  %at = llvm.getelementptr %data[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %v = llvm.load %at : !llvm.ptr<3> -> i32
  llvm.store %v, %to : i32, !llvm.ptr<1>
  %state = nvvm.mbarrier.arrive %free : !llvm.ptr<3> -> i64
  %following = llvm.add %mine, %grid : i32
  %flipped = llvm.xor %turn, %c1 : i32
  llvm.br ^use(%following, %flipped : i32, i32)
^end:
  llvm.return
}
