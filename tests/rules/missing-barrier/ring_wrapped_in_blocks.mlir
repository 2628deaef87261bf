// RUN: fencepost lint %s --verify-diagnostics
// A ring of three slots, as conversions of an `if` leave it: the slot begins anew in a block of its own, which hands it
// to the one behind. What is written is the slot that others still read.
gpu.module @m [#nvvm.target<chip = "sm_80">] {
  llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<1536 x f32>
  llvm.func @k(%g: !llvm.ptr<1>, %o: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c3 = llvm.mlir.constant(3 : i32) : i32
    %c4 = llvm.mlir.constant(4 : i32) : i32
    %c127 = llvm.mlir.constant(127 : i32) : i32
    %c512 = llvm.mlir.constant(512 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %base = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.mul %tid, %c4 : i32
    %revt = llvm.sub %c127, %tid : i32
    %rev = llvm.mul %revt, %c4 : i32
    %zero = llvm.mlir.constant(0.0 : f32) : f32
    %ps0 = llvm.mlir.constant(0 : i32) : i32
    %pa0 = llvm.add %ps0, %own : i32
    %pp0 = llvm.getelementptr %base[%pa0] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %pg0 = llvm.getelementptr %g[%pa0] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    nvvm.cp.async.shared.global %pp0, %pg0, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.commit.group
    %ps1 = llvm.mlir.constant(512 : i32) : i32
    %pa1 = llvm.add %ps1, %own : i32
    %pp1 = llvm.getelementptr %base[%pa1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %pg1 = llvm.getelementptr %g[%pa1] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    nvvm.cp.async.shared.global %pp1, %pg1, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.commit.group
    llvm.br ^head(%c0, %c0, %c2, %zero : i32, i32, i32, f32)
  ^head(%k: i32, %rd: i32, %wr: i32, %acc: f32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^done
  ^body:
    nvvm.cp.async.wait.group 1
    nvvm.barrier0
    %rs = llvm.mul %rd, %c512 : i32
    %ra = llvm.add %rs, %rev : i32
    %rp = llvm.getelementptr %base[%ra] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    // expected-note@below {{read here}}
    %v = llvm.load %rp : !llvm.ptr<3> -> f32
    %acc1 = llvm.fadd %acc, %v : f32
    %ws = llvm.mul %wr, %c512 : i32
    %wa = llvm.add %ws, %own : i32
    %wp = llvm.getelementptr %base[%wa] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %wg = llvm.getelementptr %g[%wa] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %kn = llvm.add %k, %c2 : i32
    %do = llvm.icmp "slt" %kn, %n : i32
    llvm.cond_br %do, ^copy, ^commit
  ^copy:
    // expected-error@below {{missing-barrier}}
    nvvm.cp.async.shared.global %wp, %wg, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    llvm.br ^commit
  ^commit:
    nvvm.cp.async.commit.group
    %r1 = llvm.add %rd, %c1 : i32
    %end = llvm.icmp "eq" %r1, %c3 : i32
    llvm.cond_br %end, ^wrapped, ^on(%r1 : i32)
  ^wrapped:
    llvm.br ^on(%c0 : i32)
  ^on(%r2: i32):
    %k1 = llvm.add %k, %c1 : i32
    llvm.br ^head(%k1, %r2, %r2, %acc1 : i32, i32, i32, f32)
  ^done:
    %op = llvm.getelementptr %o[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %acc, %op : f32, !llvm.ptr<1>
    llvm.return
  }
}
