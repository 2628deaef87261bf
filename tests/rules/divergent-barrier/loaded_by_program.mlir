// RUN: fencepost lint %s --target=sm_90 --ignore=redundant-barrier --verify-diagnostics
// Each thread loads a number of its own, and counts as far.
module {
  llvm.func @k(%sizes: !llvm.ptr<1>, %out: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %own = llvm.getelementptr %sizes[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %x, %out : f32, !llvm.ptr<1>
    %n = llvm.load %own : !llvm.ptr<1> -> i32
    llvm.br ^head(%c0 : i32)
  ^head(%i: i32): // expected-note {{because of this condition}}
    %more = llvm.icmp "slt" %i, %n : i32
    llvm.cond_br %more, ^body, ^out
  ^body:
    // expected-warning@below {{divergent-barrier}}
    nvvm.barrier0
    %next = llvm.add %i, %c1 : i32
    llvm.br ^head(%next : i32)
  ^out:
    llvm.return
  }
}
