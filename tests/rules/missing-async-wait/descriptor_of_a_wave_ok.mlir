// RUN: fencepost lint %s --verify-diagnostics
// The second wave copies nothing, as the first word of its descriptor says: it has nothing to wait for.
// fencepost: target=gfx1250 block=64,1,1
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
llvm.func @k(%global: i32, %high: i32, %unknown: i32, %out: !llvm.ptr<1>) attributes {rocdl.kernel} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c4 = llvm.mlir.constant(4 : i32) : i32
  %sixteen = llvm.mlir.constant(16 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %wave_bytes = llvm.mlir.constant(640 : i32) : i32
  // two bytes an element, behind 16 dwords 4 dwords of padding; 32 elements in a row, 8 rows
  %word0 = llvm.mlir.constant(114360320 : i32) : i32
  %row = llvm.mlir.constant(2097152 : i32) : i32
  %low = llvm.mlir.constant(65535 : i32) : i32
  %rows = llvm.mlir.constant(8 : i32) : i32
  %none4 = llvm.mlir.zero : vector<4xi32>
  %none8 = llvm.mlir.zero : vector<8xi32>
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = rocdl.workitem.id.x : i32
  %wave = llvm.udiv %tid, %c32 : i32
  %start = llvm.mul %wave, %wave_bytes : i32
  %to = llvm.getelementptr %smem[%start] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %address = llvm.ptrtoint %to : !llvm.ptr<3> to i32
  %first = llvm.icmp "eq" %wave, %c0 : i32
  %copies = llvm.select %first, %c1, %c0 : i1, i32
  %p0 = llvm.insertelement %copies, %none4[%c0 : i32] : vector<4xi32>
  %p1 = llvm.insertelement %address, %p0[%c1 : i32] : vector<4xi32>
  %p2 = llvm.insertelement %global, %p1[%c2 : i32] : vector<4xi32>
  %halves = llvm.bitcast %p2 : vector<4xi32> to vector<2xi64>
  %half = llvm.extractelement %halves[%c1 : i32] : vector<2xi64>
  %halves2 = llvm.insertelement %half, %halves[%c1 : i32] : vector<2xi64>
  %place = llvm.bitcast %halves2 : vector<2xi64> to vector<4xi32>
  %rest = llvm.and %unknown, %low : i32
  %word3 = llvm.or %rest, %row : i32
  %s0 = llvm.insertelement %word0, %none8[%c0 : i32] : vector<8xi32>
  %s1 = llvm.insertelement %high, %s0[%c1 : i32] : vector<8xi32>
  %s3 = llvm.insertelement %word3, %s1[%c3 : i32] : vector<8xi32>
  %shape = llvm.insertelement %rows, %s3[%c4 : i32] : vector<8xi32>
  llvm.call_intrinsic "llvm.amdgcn.tensor.load.to.lds"(%place, %shape, %none4, %none4, %none8, %c0) : (vector<4xi32>, vector<8xi32>, vector<4xi32>, vector<4xi32>, vector<8xi32>, i32) -> ()
  llvm.cond_br %first, ^wait, ^meet
^wait:
  rocdl.s.wait.tensorcnt 0
  rocdl.s.barrier
  llvm.br ^read
^meet:
  rocdl.s.barrier
  llvm.br ^read
^read:
  %of_thread = llvm.mul %tid, %sixteen : i32
  %from = llvm.getelementptr %smem[%of_thread] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %v = llvm.load %from : !llvm.ptr<3> -> i32
  llvm.store %v, %out : i32, !llvm.ptr<1>
  llvm.return
}
