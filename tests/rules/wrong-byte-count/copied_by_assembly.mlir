// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// Bytes are expected, and nothing copies them.
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
    // expected-error@below {{wrong-byte-count: dynamic shared memory still expects 16384 bytes when all that is copied onto it in this phase has landed}}
    llvm.inline_asm has_side_effects asm_dialect = att operand_attrs = [] "@$0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [$1], 16384;", "b,r" %first, %bar : (i1, !llvm.ptr<3>) -> !llvm.void
    nvvm.barrier
    // expected-note@below {{thread group 1-127 waits here for dynamic shared memory, parity 0}}
    // expected-error@below {{wait-without-signal: thread 0 waits for ever for the phase of parity 0 of dynamic shared memory, which still takes 16384 bytes}}
    llvm.inline_asm has_side_effects asm_dialect = att operand_attrs = [] "\0A{\0A\09.reg .pred complete;\0A\09waitLoop:\0A\09mbarrier.try_wait.parity.shared::cta.b64 complete, [$0], $1;\0A\09@!complete bra.uni waitLoop;\0A}\0A", "r,r" %bar, %zero : (!llvm.ptr<3>, i32) -> !llvm.void
    %v = llvm.load %tile : !llvm.ptr<3> -> f32
    llvm.return
  }
}
