// RUN: fencepost lint %s --verify-diagnostics
// A ring of 5000 iterations; the one in which nobody would arrive never comes.
gpu.module @m [#nvvm.target<chip = "sm_90">] {
  llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<96 x f32>
  llvm.mlir.global internal @full() {addr_space = 3 : i32} : !llvm.array<3 x i64>
  llvm.mlir.global internal @empty() {addr_space = 3 : i32} : !llvm.array<3 x i64>
  llvm.func @ring(%g: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c32 = llvm.mlir.constant(32 : i32) : i32
    %slots = llvm.mlir.constant(3 : i32) : i32
    %n = llvm.mlir.constant(5000 : i32) : i32
    %special = llvm.mlir.constant(5000 : i32) : i32
    %last = llvm.mlir.constant(31 : i32) : i32
    %ticks = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %full = llvm.mlir.addressof @full : !llvm.ptr<3>
    %empty = llvm.mlir.addressof @empty : !llvm.ptr<3>
    %lane = llvm.urem %tid, %c32 : i32
    %first = llvm.icmp "eq" %tid, %c0 : i32
    llvm.cond_br %first, ^init, ^ready
  ^init:
    %s0 = llvm.mlir.constant(0 : i32) : i32
    %full_i0 = llvm.getelementptr %full[%s0] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
    nvvm.mbarrier.init %full_i0, %c32 : !llvm.ptr<3>, i32
    %empty_i0 = llvm.getelementptr %empty[%s0] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
    nvvm.mbarrier.init %empty_i0, %c32 : !llvm.ptr<3>, i32
    %s1 = llvm.mlir.constant(1 : i32) : i32
    %full_i1 = llvm.getelementptr %full[%s1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
    nvvm.mbarrier.init %full_i1, %c32 : !llvm.ptr<3>, i32
    %empty_i1 = llvm.getelementptr %empty[%s1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
    nvvm.mbarrier.init %empty_i1, %c32 : !llvm.ptr<3>, i32
    %s2 = llvm.mlir.constant(2 : i32) : i32
    %full_i2 = llvm.getelementptr %full[%s2] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
    nvvm.mbarrier.init %full_i2, %c32 : !llvm.ptr<3>, i32
    %empty_i2 = llvm.getelementptr %empty[%s2] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
    nvvm.mbarrier.init %empty_i2, %c32 : !llvm.ptr<3>, i32
    llvm.br ^ready
  ^ready:
    nvvm.barrier
    %produces = llvm.icmp "ult" %tid, %c32 : i32
    llvm.cond_br %produces, ^put_head(%c0 : i32), ^get_head(%c0 : i32)
  ^put_head(%i: i32):
    %put_more = llvm.icmp "slt" %i, %n : i32
    llvm.cond_br %put_more, ^put, ^end
  ^put:
    %slot = llvm.urem %i, %slots : i32
    %turn = llvm.udiv %i, %slots : i32
    %odd = llvm.and %turn, %c1 : i32
    %phase = llvm.xor %odd, %c1 : i32
    %e = llvm.getelementptr %empty[%slot] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
    %f = llvm.getelementptr %full[%slot] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
    nvvm.mbarrier.try_wait.parity %e, %phase, %ticks : !llvm.ptr<3>, i32, i32
    %row = llvm.mul %slot, %c32 : i32
    %at = llvm.add %row, %lane : i32
    %p = llvm.getelementptr %tile[%at] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %v = llvm.sitofp %i : i32 to f32
    llvm.store %v, %p : f32, !llvm.ptr<3>
    %is_special = llvm.icmp "eq" %i, %special : i32
    llvm.cond_br %is_special, ^put_next, ^signal
  ^signal:
    llvm.inline_asm has_side_effects asm_dialect = att operand_attrs = [] "mbarrier.arrive.shared::cta.b64 _, [$0], 1;", "r" %f : (!llvm.ptr<3>) -> !llvm.void
    llvm.br ^put_next
  ^put_next:
    %i2 = llvm.add %i, %c1 : i32
    llvm.br ^put_head(%i2 : i32)
  ^get_head(%k: i32):
    %get_more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %get_more, ^get, ^end
  ^get:
    %slot2 = llvm.urem %k, %slots : i32
    %turn2 = llvm.udiv %k, %slots : i32
    %phase2 = llvm.and %turn2, %c1 : i32
    %e2 = llvm.getelementptr %empty[%slot2] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
    %f2 = llvm.getelementptr %full[%slot2] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
    nvvm.mbarrier.try_wait.parity %f2, %phase2, %ticks : !llvm.ptr<3>, i32, i32
    %other = llvm.sub %last, %lane : i32
    %row2 = llvm.mul %slot2, %c32 : i32
    %at2 = llvm.add %row2, %other : i32
    %p2 = llvm.getelementptr %tile[%at2] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %v2 = llvm.load %p2 : !llvm.ptr<3> -> f32
    %q = llvm.getelementptr %g[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v2, %q : f32, !llvm.ptr<1>
    llvm.inline_asm has_side_effects asm_dialect = att operand_attrs = [] "mbarrier.arrive.shared::cta.b64 _, [$0], 1;", "r" %e2 : (!llvm.ptr<3>) -> !llvm.void
    %k2 = llvm.add %k, %c1 : i32
    llvm.br ^get_head(%k2 : i32)
  ^end:
    llvm.return
  }
}
