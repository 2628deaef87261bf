// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// NVVM's copies: committed, waited for by the group before.
llvm.mlir.global internal @lds() {addr_space = 3 : i32} : !llvm.array<256 x f32>
llvm.func @fetch(%from: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256, 1, 1>} {
  %c255 = llvm.mlir.constant(255 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %other = llvm.sub %c255, %tid : i32
  %lds = llvm.mlir.addressof @lds : !llvm.ptr<3>
  %mine = llvm.getelementptr %lds[0, %tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<256 x f32>
  %yours = llvm.getelementptr %lds[0, %other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<256 x f32>
  nvvm.cp.async.shared.global %mine, %from, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1> // expected-note {{copied here}} expected-note {{the last copy}}
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 1 // expected-warning {{redundant-wait: waits for nothing: at most 1 can be in flight here, and it lets 1 stay}}
  // expected-warning@below {{ineffective-barrier: nvvm.barrier does not wait for the nvvm.cp.async.shared.global}}
  nvvm.barrier
  // expected-error@below {{missing-async-wait: llvm.load may read %yours}}
  %r = llvm.load %yours : !llvm.ptr<3> -> f32
  llvm.return
}
