// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// The instruction brings its bytes to an object that is one of its operands: what it expects may all come.
gpu.module @m [#nvvm.target<chip = "sm_90">] {
  llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.func @k(%desc: !llvm.ptr) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %true = llvm.mlir.constant(true) : i1
    %tile = llvm.mlir.addressof @smem : !llvm.ptr<3>
    %bar = llvm.getelementptr %tile[16384] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %first = llvm.icmp "eq" %tid, %zero : i32
    llvm.inline_asm has_side_effects asm_dialect = att operand_attrs = [] "@$0 mbarrier.init.shared::cta.b64 [$1], 1;", "b,r" %first, %bar : (i1, !llvm.ptr<3>) -> !llvm.void
    nvvm.barrier
    llvm.inline_asm has_side_effects asm_dialect = att operand_attrs = [] "@$0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [$1], 16384;", "b,r" %first, %bar : (i1, !llvm.ptr<3>) -> !llvm.void
    llvm.inline_asm has_side_effects asm_dialect = att operand_attrs = [] "@$0 cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes [$1], [$2, {$3, $4}], [$5];", "b,r,l,r,r,r" %first, %tile, %desc, %zero, %zero, %bar : (i1, !llvm.ptr<3>, !llvm.ptr, i32, i32, !llvm.ptr<3>) -> !llvm.void
    llvm.inline_asm has_side_effects asm_dialect = att operand_attrs = [] "\0A{\0A\09.reg .pred complete;\0A\09waitLoop:\0A\09mbarrier.try_wait.parity.shared::cta.b64 complete, [$0], $1;\0A\09@!complete bra.uni waitLoop;\0A}\0A", "r,r" %bar, %zero : (!llvm.ptr<3>, i32) -> !llvm.void
    %v = llvm.load %tile : !llvm.ptr<3> -> f32
    llvm.return
  }
}
