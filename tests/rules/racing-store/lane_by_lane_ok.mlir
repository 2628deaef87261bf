// RUN: fencepost lint %s --verify-diagnostics
// Four waves make one product of matrices, and each keeps its own copy.
// fencepost: target=gfx942 block=256,1,1
llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<256 x f32>
llvm.mlir.global internal @out() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<256 x f32>
llvm.func @same_lanes(%n: i32) attributes {rocdl.kernel} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %zero = llvm.mlir.constant(dense<0.0> : vector<4xf32>) : vector<4xf32>
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %out = llvm.mlir.addressof @out : !llvm.ptr<3>
  %t = rocdl.workitem.id.x : i32
  %lane = llvm.urem %t, %c64 : i32
  %p = llvm.getelementptr %tile[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.br ^head(%c0, %zero : i32, vector<4xf32>)
^head(%i: i32, %sum: vector<4xf32>):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^done
^body:
  %a = llvm.load %p : !llvm.ptr<3> -> f32
  %next = rocdl.mfma.f32.16x16x4f32 %a, %a, %sum, %c0, %c0, %c0 : (f32, f32, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  %j = llvm.add %i, %c1 : i32
  llvm.br ^head(%j, %next : i32, vector<4xf32>)
^done:
  %v = llvm.extractelement %sum[%c0 : i32] : vector<4xf32>
  %q = llvm.getelementptr %out[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %q : f32, !llvm.ptr<3>
  llvm.return
}
