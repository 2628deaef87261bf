// RUN: fencepost lint %s --min-level=warning --verify-diagnostics
// A ring in the assembly that compilers write: one thread arrives, as its predicate says, and 32 arrivals are asked for.
gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
  llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<32 x f32>
  llvm.mlir.global internal @bars() {addr_space = 3 : i32} : !llvm.array<2 x i64>
  llvm.func @ring(%out: !llvm.ptr<1>, %f: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %rounds = llvm.mlir.constant(4 : i32) : i32
    %warp = llvm.mlir.constant(32 : i32) : i32
    %mask = llvm.mlir.constant(-1 : i32) : i32
    %full = llvm.mlir.addressof @bars : !llvm.ptr<3>
    %free = llvm.getelementptr %full[1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i64
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %lane = llvm.urem %tid, %warp : i32
    %here = llvm.getelementptr %tile[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %first = llvm.icmp "eq" %lane, %zero : i32
    %thread0 = llvm.icmp "eq" %tid, %zero : i32
    %writes = llvm.icmp "ult" %tid, %warp : i32
    %i0 = llvm.inline_asm has_side_effects asm_dialect = att "@$0 mbarrier.init.shared::cta.b64 [$1], 32;", "b,r" %thread0, %full : (i1, !llvm.ptr<3>) -> !llvm.void
    %i1 = llvm.inline_asm has_side_effects asm_dialect = att "@$0 mbarrier.init.shared::cta.b64 [$1], 32;", "b,r" %thread0, %free : (i1, !llvm.ptr<3>) -> !llvm.void
    nvvm.barrier0
    llvm.br ^loop(%zero : i32)
  ^loop(%i: i32):
    %odd = llvm.and %i, %one : i32
    %even = llvm.xor %odd, %one : i32
    llvm.cond_br %writes, ^write, ^read
  ^write:
    // The first round has nothing to wait for: the wait is left out.
    %later = llvm.icmp "ne" %i, %zero : i32
    %w0 = llvm.inline_asm has_side_effects asm_dialect = att "{ @!$2 bra.uni skipWait; .reg .pred complete; waitLoop: mbarrier.try_wait.parity.shared::cta.b64 complete, [$0], $1; @!complete bra.uni waitLoop; skipWait: }", "r,r,b" %free, %even, %later : (!llvm.ptr<3>, i32, i1) -> !llvm.void  // expected-error {{deadlock: thread 0 waits for ever for the phase of parity 0 of @bars[1], which still takes 31 arrivals}} // expected-note {{thread group 1-31 waits here}}
    llvm.store %f, %here : f32, !llvm.ptr<3>
    %a0 = llvm.inline_asm has_side_effects asm_dialect = att "mbarrier.arrive.shared::cta.b64 _, [$0], 1;", "r" %full : (!llvm.ptr<3>) -> !llvm.void
    llvm.br ^next
  ^read:
    %w1 = llvm.inline_asm has_side_effects asm_dialect = att "{ .reg .pred complete; waitLoop: mbarrier.try_wait.parity.shared::cta.b64 complete, [$0], $1; @!complete bra.uni waitLoop; }", "r,r" %full, %odd : (!llvm.ptr<3>, i32) -> !llvm.void  // expected-note {{thread 32 waits here for @bars[0], parity 1}} // expected-note {{thread group 33-63 waits here}}
    %v = llvm.load %here : !llvm.ptr<3> -> f32
    %slot = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %slot : f32, !llvm.ptr<1>
    nvvm.bar.warp.sync %mask : i32
    %a1 = llvm.inline_asm has_side_effects asm_dialect = att "@$0 mbarrier.arrive.shared::cta.b64 _, [$1];", "b,r" %first, %free : (i1, !llvm.ptr<3>) -> !llvm.void  // expected-note {{thread 32 would arrive on @bars[1] here}}
    llvm.br ^next
  ^next:
    %n = llvm.add %i, %one : i32
    %more = llvm.icmp "ult" %n, %rounds : i32
    llvm.cond_br %more, ^loop(%n : i32), ^end
  ^end:
    llvm.return
  }
}
