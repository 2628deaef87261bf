// RUN: fencepost lint %s --target sm_90 --verify-diagnostics
// The text of the copy says how many bytes come: half of those that are expected.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.mlir.global external @buf() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<1024 x i8>
llvm.func @k(%out: !llvm.ptr<1>, %src: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(2048 : i32) : i32
  %size = llvm.mlir.constant(1024 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %buf = llvm.mlir.addressof @buf : !llvm.ptr<3>
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %lead = llvm.icmp "eq" %t, %c0 : i32
  scf.if %lead { nvvm.mbarrier.init %smem, %c1 : !llvm.ptr<3>, i32 }
  nvvm.barrier0
  scf.if %lead {
    nvvm.mbarrier.arrive.expect_tx %smem, %bytes : !llvm.ptr<3>, i32
    // expected-error@below {{wrong-byte-count: wrong byte count: @smem expects 1024 bytes more than it gets}}
    llvm.inline_asm has_side_effects "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], $2, [$3];", "r,l,r,r" %buf, %src, %size, %smem : (!llvm.ptr<3>, !llvm.ptr<1>, i32, !llvm.ptr<3>) -> ()
  }
  // expected-error@below {{wait-without-signal}}
  // expected-note@below {{thread group 1-127 waits here for @smem, parity 0}}
  nvvm.mbarrier.try_wait.parity %smem, %c0, %ticks : !llvm.ptr<3>, i32, i32
  %p = llvm.getelementptr %buf[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %v = llvm.load %p : !llvm.ptr<3> -> f32
  %q = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  llvm.store %v, %q : f32, !llvm.ptr<1>
  llvm.return
}
