// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// A conversion under way carries the slots of a ring as structs of their pointers, cast to another type and back. Here the slot that is read is the one that is written.
llvm.mlir.global internal @ring() {addr_space = 3 : i32} : !llvm.array<512 x f32>
llvm.func @kernel(%v: f32, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256>} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %slot = llvm.mlir.constant(256 : i32) : i32
  %last = llvm.mlir.constant(255 : i32) : i32
  %ring = llvm.mlir.addressof @ring : !llvm.ptr<3>
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %other = llvm.sub %last, %t : i32
  %none = llvm.mlir.undef : !llvm.struct<(ptr<3>, i32)>
  %first = llvm.insertvalue %ring, %none[0] : !llvm.struct<(ptr<3>, i32)>
  llvm.br ^head(%zero, %zero, %first : i32, i32, !llvm.struct<(ptr<3>, i32)>)
^head(%i: i32, %at: i32, %held: !llvm.struct<(ptr<3>, i32)>):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^done
^body:
  nvvm.barrier0
  %flipped = llvm.sub %one, %at : i32
  %step = llvm.mul %flipped, %slot : i32
  %next = llvm.getelementptr %ring[%step] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %some = llvm.insertvalue %next, %none[0] : !llvm.struct<(ptr<3>, i32)>
  %tile = builtin.unrealized_conversion_cast %some : !llvm.struct<(ptr<3>, i32)> to !ttg.memdesc<256xf32, #ttg.shared_memory, mutable>
  %handed = builtin.unrealized_conversion_cast %tile : !ttg.memdesc<256xf32, #ttg.shared_memory, mutable> to !llvm.struct<(ptr<3>, i32)>
  %in = llvm.extractvalue %held[0] : !llvm.struct<(ptr<3>, i32)>
  %mine = llvm.getelementptr %in[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine : f32, !llvm.ptr<3> // expected-note {{written here}}
  %from = llvm.extractvalue %held[0] : !llvm.struct<(ptr<3>, i32)>
  %theirs = llvm.getelementptr %from[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  // expected-error@below {{missing-barrier}}
  %r = llvm.load %theirs : !llvm.ptr<3> -> f32
  %k = llvm.add %i, %one : i32
  llvm.br ^head(%k, %flipped, %handed : i32, i32, !llvm.struct<(ptr<3>, i32)>)
^done:
  llvm.return
}
