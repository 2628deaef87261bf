// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// The same, but each iteration waits for the slot of the next one: what is read may not have landed.
llvm.mlir.global internal @data() {addr_space = 3 : i32} : !llvm.array<3 x array<128 x f32>>
llvm.mlir.global internal @bars() {addr_space = 3 : i32} : !llvm.array<3 x i64>

llvm.func @ring(%src: !llvm.ptr<1>, %out: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %c512 = llvm.mlir.constant(512 : i32) : i32
  %c1000 = llvm.mlir.constant(1000 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %other = llvm.sub %c127, %tid : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %data = llvm.mlir.addressof @data : !llvm.ptr<3>
  %bars = llvm.mlir.addressof @bars : !llvm.ptr<3>
  %data1 = llvm.getelementptr %data[0, 1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, !llvm.array<3 x array<128 x f32>>
  %bar1 = llvm.getelementptr %bars[1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i64
  %bar2 = llvm.getelementptr %bars[2] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i64
  %into0 = llvm.addrspacecast %data : !llvm.ptr<3> to !llvm.ptr<7>
  %into1 = llvm.addrspacecast %data1 : !llvm.ptr<3> to !llvm.ptr<7>
  scf.if %first {
    nvvm.mbarrier.init %bars, %c1 : !llvm.ptr<3>, i32
    nvvm.mbarrier.init %bar1, %c1 : !llvm.ptr<3>, i32
    nvvm.mbarrier.init %bar2, %c1 : !llvm.ptr<3>, i32
  }
  nvvm.barrier0
  scf.if %first {
    %s0 = nvvm.mbarrier.arrive.expect_tx %bars, %c512 : !llvm.ptr<3>, i32 -> i64
    nvvm.cp.async.bulk.shared.cluster.global %into0, %src, %bars, %c512 : !llvm.ptr<7>, !llvm.ptr<1> // expected-note {{thread 0 arrives here}} expected-note {{thread 0 starts it here}} expected-note {{thread 0 arrives here}} expected-note {{thread 0 arrives here}} expected-note {{thread 0 starts it here}}
    %s1 = nvvm.mbarrier.arrive.expect_tx %bar1, %c512 : !llvm.ptr<3>, i32 -> i64
    nvvm.cp.async.bulk.shared.cluster.global %into1, %src, %bar1, %c512 : !llvm.ptr<7>, !llvm.ptr<1>
  }
  scf.for %i = %c0 to %n step %c1 : i32 {
    %slot = llvm.urem %i, %c3 : i32
    %ahead = llvm.add %i, %c2 : i32
    %next = llvm.urem %ahead, %c3 : i32
    %behind = llvm.add %i, %c1 : i32
    %wrong = llvm.urem %behind, %c3 : i32
    %other_bar = llvm.getelementptr %bars[%wrong] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
    %turn = llvm.udiv %behind, %c3 : i32
    %parity = llvm.urem %turn, %c2 : i32
    %bar = llvm.getelementptr %bars[%slot] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
    %filled = llvm.getelementptr %bars[%next] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
    nvvm.mbarrier.try_wait.parity %other_bar, %parity, %c1000 : !llvm.ptr<3>, i32, i32 // expected-error {{missed-phase}}
    %p = llvm.getelementptr %data[0, %slot, %other] : (!llvm.ptr<3>, i32, i32) -> !llvm.ptr<3>, !llvm.array<3 x array<128 x f32>>
    %x = llvm.load %p : !llvm.ptr<3> -> f32 // expected-error {{missing-async-wait}}
    %q = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %x, %q : f32, !llvm.ptr<1>
    nvvm.barrier0
    %room = llvm.getelementptr %data[0, %next] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<3 x array<128 x f32>>
    %into = llvm.addrspacecast %room : !llvm.ptr<3> to !llvm.ptr<7>
    scf.if %first {
      %s = nvvm.mbarrier.arrive.expect_tx %filled, %c512 : !llvm.ptr<3>, i32 -> i64 // expected-error {{early-arrival}}
      nvvm.cp.async.bulk.shared.cluster.global %into, %src, %filled, %c512 : !llvm.ptr<7>, !llvm.ptr<1> // expected-note {{thread 0 starts it here, in iteration 1}} expected-error {{early-arrival}} expected-error {{missing-async-wait}} expected-note {{thread 0 starts it here, in iteration 1}} expected-note {{thread 0 arrives here}}
    }
  }
  %left = llvm.urem %n, %c3 : i32
  %last_turn = llvm.udiv %n, %c3 : i32
  %last_parity = llvm.urem %last_turn, %c2 : i32
  %last = llvm.getelementptr %bars[%left] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
  nvvm.mbarrier.try_wait.parity %last, %last_parity, %c1000 : !llvm.ptr<3>, i32, i32 // expected-error {{missed-phase}}
  llvm.return
}
