// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// The same in lowered code, where the slot's address is a part of the struct that the loop carries.
llvm.mlir.global external @lds() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<2 x array<128 x f32>>
llvm.func @handed_on(%from: !llvm.ptr<1>, %out: !llvm.ptr<1>, %n: i32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %zero = llvm.mlir.constant(0.0 : f32) : f32
  %none = llvm.mlir.undef : !llvm.struct<(ptr<3>, i32)>
  %tid = rocdl.workitem.id.x : i32
  %other = llvm.sub %c127, %tid : i32
  %lds = llvm.mlir.addressof @lds : !llvm.ptr<3>
  %src = llvm.getelementptr %from[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %dst0 = llvm.getelementptr %lds[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  // expected-note@+2 {{copied here}}
  // expected-note@below {{copied here}}
  rocdl.global.load.async.to.lds.b32 %src, %dst0, 0, 0 : !llvm.ptr<1>, !llvm.ptr<3>
  %start0 = llvm.insertvalue %lds, %none[0] : !llvm.struct<(ptr<3>, i32)>
  %start = llvm.insertvalue %c0, %start0[1] : !llvm.struct<(ptr<3>, i32)>
  llvm.br ^head(%c0, %zero, %start : i32, f32, !llvm.struct<(ptr<3>, i32)>)
^head(%i: i32, %sum: f32, %slot: !llvm.struct<(ptr<3>, i32)>):
  %goes = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %goes, ^body, ^end
^body:
  %next = llvm.add %i, %c1 : i32
  %which = llvm.urem %next, %c2 : i32
  %offset = llvm.mul %which, %c128 : i32
  %base = llvm.getelementptr %lds[%offset] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %dst = llvm.getelementptr %base[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  rocdl.s.wait.dscnt 0
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  // expected-error@+4 {{missing-async-wait: rocdl.global.load.async.to.lds.b32}}
  // expected-note@+3 {{copied here, 2 iterations before}}
  // expected-note@+2 {{copied here}}
  // expected-note@below {{copied here, in the iteration before}}
  rocdl.global.load.async.to.lds.b32 %src, %dst, 0, 0 : !llvm.ptr<1>, !llvm.ptr<3>
  rocdl.s.wait.asynccnt 2
  rocdl.s.barrier.signal id = -1
  // expected-warning@below {{ineffective-barrier: rocdl.s.barrier.wait}}
  rocdl.s.barrier.wait id = -1
  %from_slot = llvm.extractvalue %slot[0] : !llvm.struct<(ptr<3>, i32)>
  %p = llvm.getelementptr %from_slot[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  // expected-error@below {{missing-async-wait: llvm.load}}
  %x = llvm.load %p : !llvm.ptr<3> -> f32
  %more = llvm.fadd %sum, %x : f32
  %into0 = llvm.insertvalue %base, %none[0] : !llvm.struct<(ptr<3>, i32)>
  %into = llvm.insertvalue %which, %into0[1] : !llvm.struct<(ptr<3>, i32)>
  llvm.br ^head(%next, %more, %into : i32, f32, !llvm.struct<(ptr<3>, i32)>)
^end:
  rocdl.s.wait.asynccnt 0
  %q = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  llvm.store %sum, %q : f32, !llvm.ptr<1>
  llvm.return
}
