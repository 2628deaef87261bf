// RUN: fencepost lint %s --target sm_90 --verify-diagnostics
// The additions of many threads to one word need no order among them, the reads of their sum do.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<256 x i8>
llvm.func @count(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %at = llvm.getelementptr %smem[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.store %c0, %at : i32, !llvm.ptr<3>
  nvvm.barrier.cta.sync %c0 : i32
  // expected-note@below {{updated here}}
  nvvm.red %smem, %c1 {memOrder = #nvvm.mem_order<relaxed>, memScope = #nvvm.mem_scope<cta>, op = #nvvm.red_op<add>, type = #nvvm.red_type<s32>} : !llvm.ptr<3>, i32
  // expected-error@below {{missing-barrier: missing barrier: %smem is read before line 13 updates it}}
  %x = llvm.load %smem : !llvm.ptr<3> -> i32
  %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %x, %to : i32, !llvm.ptr<1>
  llvm.return
}
