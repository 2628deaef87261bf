// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// Workgroups of a cluster come to its barrier by two ways; it stands once on each of them.
llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x f32>
llvm.func @kernel(%v: f32) attributes {nvvm.cluster_dim = array<i32: 2>, nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %first = llvm.icmp "eq" %rank, %zero : i32
  %mine = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.cond_br %first, ^writer, ^reader
^writer:
  llvm.store %v, %mine : f32, !llvm.ptr<3>
  nvvm.cluster.arrive
  nvvm.cluster.wait
  llvm.br ^done
^reader:
  nvvm.cluster.arrive
  nvvm.cluster.wait
  %there = nvvm.mapa %mine, %zero : !llvm.ptr<3> -> !llvm.ptr<7>
  %r = llvm.load %there : !llvm.ptr<7> -> f32
  llvm.br ^done
^done:
  nvvm.cluster.arrive
  nvvm.cluster.wait
  llvm.return
}
