// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// Bulk copies in lowered code: one thread arms the slot's mbarrier and starts the copy, every thread waits for it.

module {
  llvm.mlir.global internal @a0() {addr_space = 3 : i32} : !llvm.array<128 x f32>
  llvm.mlir.global internal @b0() {addr_space = 3 : i32} : i64
  llvm.mlir.global internal @a1() {addr_space = 3 : i32} : !llvm.array<128 x f32>
  llvm.mlir.global internal @b1() {addr_space = 3 : i32} : i64
  llvm.mlir.global internal @a2() {addr_space = 3 : i32} : !llvm.array<128 x f32>
  llvm.mlir.global internal @b2() {addr_space = 3 : i32} : i64

  llvm.func @two_buffers(%src: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c512 = llvm.mlir.constant(512 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c1000 = llvm.mlir.constant(1000 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %first = llvm.icmp "eq" %tid, %c0 : i32
    %a0 = llvm.mlir.addressof @a0 : !llvm.ptr<3>
    %p0 = llvm.getelementptr %a0[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %d0 = llvm.addrspacecast %a0 : !llvm.ptr<3> to !llvm.ptr<7>
    %b0 = llvm.mlir.addressof @b0 : !llvm.ptr<3>
    %a1 = llvm.mlir.addressof @a1 : !llvm.ptr<3>
    %p1 = llvm.getelementptr %a1[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %d1 = llvm.addrspacecast %a1 : !llvm.ptr<3> to !llvm.ptr<7>
    %b1 = llvm.mlir.addressof @b1 : !llvm.ptr<3>
    scf.if %first {
      nvvm.mbarrier.init %b0, %c1 : !llvm.ptr<3>, i32
      nvvm.mbarrier.init %b1, %c1 : !llvm.ptr<3>, i32
    }
    nvvm.barrier0
    scf.if %first {
      %st_p0 = nvvm.mbarrier.arrive.expect_tx %b0, %c512 : !llvm.ptr<3>, i32 -> i64
      nvvm.cp.async.bulk.shared.cluster.global %d0, %src, %b0, %c512 : !llvm.ptr<7>, !llvm.ptr<1>
    }
    scf.for %i = %c0 to %n step %c1 : i32 {
      %parity = llvm.urem %i, %c2 : i32
      nvvm.mbarrier.try_wait.parity %b0, %parity, %c1000 : !llvm.ptr<3>, i32, i32
      nvvm.barrier0
      %x0 = llvm.load %p0 : !llvm.ptr<3> -> f32
      scf.if %first {
        %st_l0 = nvvm.mbarrier.arrive.expect_tx %b1, %c512 : !llvm.ptr<3>, i32 -> i64
        nvvm.cp.async.bulk.shared.cluster.global %d1, %src, %b1, %c512 : !llvm.ptr<7>, !llvm.ptr<1>
      }
      nvvm.mbarrier.try_wait.parity %b1, %parity, %c1000 : !llvm.ptr<3>, i32, i32
      nvvm.barrier0
      %x1 = llvm.load %p1 : !llvm.ptr<3> -> f32
      scf.if %first {
        %st_l1 = nvvm.mbarrier.arrive.expect_tx %b0, %c512 : !llvm.ptr<3>, i32 -> i64
        nvvm.cp.async.bulk.shared.cluster.global %d0, %src, %b0, %c512 : !llvm.ptr<7>, !llvm.ptr<1>
      }
    }
    %end = llvm.urem %n, %c2 : i32
    nvvm.mbarrier.try_wait.parity %b0, %end, %c1000 : !llvm.ptr<3>, i32, i32
    %y0 = llvm.load %p0 : !llvm.ptr<3> -> f32
    llvm.return
  }

  llvm.func @two_buffers_one_too_many_in_the_loop(%src: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c512 = llvm.mlir.constant(512 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c1000 = llvm.mlir.constant(1000 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %first = llvm.icmp "eq" %tid, %c0 : i32
    %a0 = llvm.mlir.addressof @a0 : !llvm.ptr<3>
    %p0 = llvm.getelementptr %a0[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %d0 = llvm.addrspacecast %a0 : !llvm.ptr<3> to !llvm.ptr<7>
    %b0 = llvm.mlir.addressof @b0 : !llvm.ptr<3>
    %a1 = llvm.mlir.addressof @a1 : !llvm.ptr<3>
    %p1 = llvm.getelementptr %a1[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %d1 = llvm.addrspacecast %a1 : !llvm.ptr<3> to !llvm.ptr<7>
    %b1 = llvm.mlir.addressof @b1 : !llvm.ptr<3>
    scf.if %first {
      nvvm.mbarrier.init %b0, %c1 : !llvm.ptr<3>, i32
      nvvm.mbarrier.init %b1, %c1 : !llvm.ptr<3>, i32
    }
    nvvm.barrier0
    scf.if %first {
      %st_p0 = nvvm.mbarrier.arrive.expect_tx %b0, %c512 : !llvm.ptr<3>, i32 -> i64
      nvvm.cp.async.bulk.shared.cluster.global %d0, %src, %b0, %c512 : !llvm.ptr<7>, !llvm.ptr<1>
    }
    scf.for %i = %c0 to %n step %c1 : i32 {
      %parity = llvm.urem %i, %c2 : i32
      nvvm.mbarrier.try_wait.parity %b1, %parity, %c1000 : !llvm.ptr<3>, i32, i32 // expected-error {{deadlock}} expected-note {{thread group 1-127 waits here for @b1, parity 0}}
      nvvm.barrier0
      %x0 = llvm.load %p0 : !llvm.ptr<3> -> f32
      scf.if %first {
        %st_l0 = nvvm.mbarrier.arrive.expect_tx %b1, %c512 : !llvm.ptr<3>, i32 -> i64 // expected-note {{thread 0 would arrive on @b1 here, behind the wait on line 87}}
        nvvm.cp.async.bulk.shared.cluster.global %d1, %src, %b1, %c512 : !llvm.ptr<7>, !llvm.ptr<1>
      }
      nvvm.mbarrier.try_wait.parity %b1, %parity, %c1000 : !llvm.ptr<3>, i32, i32
      nvvm.barrier0
      %x1 = llvm.load %p1 : !llvm.ptr<3> -> f32
      scf.if %first {
        %st_l1 = nvvm.mbarrier.arrive.expect_tx %b0, %c512 : !llvm.ptr<3>, i32 -> i64
        nvvm.cp.async.bulk.shared.cluster.global %d0, %src, %b0, %c512 : !llvm.ptr<7>, !llvm.ptr<1>
      }
    }
    %end = llvm.urem %n, %c2 : i32
    nvvm.mbarrier.try_wait.parity %b0, %end, %c1000 : !llvm.ptr<3>, i32, i32
    %y0 = llvm.load %p0 : !llvm.ptr<3> -> f32
    llvm.return
  }

  llvm.func @two_buffers_one_too_many_in_the_epilogue(%src: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c512 = llvm.mlir.constant(512 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c1000 = llvm.mlir.constant(1000 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %first = llvm.icmp "eq" %tid, %c0 : i32
    %a0 = llvm.mlir.addressof @a0 : !llvm.ptr<3>
    %p0 = llvm.getelementptr %a0[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %d0 = llvm.addrspacecast %a0 : !llvm.ptr<3> to !llvm.ptr<7>
    %b0 = llvm.mlir.addressof @b0 : !llvm.ptr<3>
    %a1 = llvm.mlir.addressof @a1 : !llvm.ptr<3>
    %p1 = llvm.getelementptr %a1[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %d1 = llvm.addrspacecast %a1 : !llvm.ptr<3> to !llvm.ptr<7>
    %b1 = llvm.mlir.addressof @b1 : !llvm.ptr<3>
    scf.if %first {
      nvvm.mbarrier.init %b0, %c1 : !llvm.ptr<3>, i32
      nvvm.mbarrier.init %b1, %c1 : !llvm.ptr<3>, i32
    }
    nvvm.barrier0
    scf.if %first {
      %st_p0 = nvvm.mbarrier.arrive.expect_tx %b0, %c512 : !llvm.ptr<3>, i32 -> i64
      nvvm.cp.async.bulk.shared.cluster.global %d0, %src, %b0, %c512 : !llvm.ptr<7>, !llvm.ptr<1>
    }
    scf.for %i = %c0 to %n step %c1 : i32 {
      %parity = llvm.urem %i, %c2 : i32
      nvvm.mbarrier.try_wait.parity %b0, %parity, %c1000 : !llvm.ptr<3>, i32, i32
      nvvm.barrier0
      %x0 = llvm.load %p0 : !llvm.ptr<3> -> f32
      scf.if %first {
        %st_l0 = nvvm.mbarrier.arrive.expect_tx %b1, %c512 : !llvm.ptr<3>, i32 -> i64
        nvvm.cp.async.bulk.shared.cluster.global %d1, %src, %b1, %c512 : !llvm.ptr<7>, !llvm.ptr<1>
      }
      nvvm.mbarrier.try_wait.parity %b1, %parity, %c1000 : !llvm.ptr<3>, i32, i32
      nvvm.barrier0
      %x1 = llvm.load %p1 : !llvm.ptr<3> -> f32
      scf.if %first {
        %st_l1 = nvvm.mbarrier.arrive.expect_tx %b0, %c512 : !llvm.ptr<3>, i32 -> i64
        nvvm.cp.async.bulk.shared.cluster.global %d0, %src, %b0, %c512 : !llvm.ptr<7>, !llvm.ptr<1>
      }
    }
    %end = llvm.urem %n, %c2 : i32
    nvvm.mbarrier.try_wait.parity %b1, %end, %c1000 : !llvm.ptr<3>, i32, i32 // expected-error {{wait-without-signal}} expected-note {{thread group 1-127 waits here for @b1, parity 0}}
    %y0 = llvm.load %p0 : !llvm.ptr<3> -> f32
    llvm.return
  }

  llvm.func @three_buffers(%src: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c512 = llvm.mlir.constant(512 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c1000 = llvm.mlir.constant(1000 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %first = llvm.icmp "eq" %tid, %c0 : i32
    %a0 = llvm.mlir.addressof @a0 : !llvm.ptr<3>
    %p0 = llvm.getelementptr %a0[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %d0 = llvm.addrspacecast %a0 : !llvm.ptr<3> to !llvm.ptr<7>
    %b0 = llvm.mlir.addressof @b0 : !llvm.ptr<3>
    %a1 = llvm.mlir.addressof @a1 : !llvm.ptr<3>
    %p1 = llvm.getelementptr %a1[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %d1 = llvm.addrspacecast %a1 : !llvm.ptr<3> to !llvm.ptr<7>
    %b1 = llvm.mlir.addressof @b1 : !llvm.ptr<3>
    %a2 = llvm.mlir.addressof @a2 : !llvm.ptr<3>
    %p2 = llvm.getelementptr %a2[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %d2 = llvm.addrspacecast %a2 : !llvm.ptr<3> to !llvm.ptr<7>
    %b2 = llvm.mlir.addressof @b2 : !llvm.ptr<3>
    scf.if %first {
      nvvm.mbarrier.init %b0, %c1 : !llvm.ptr<3>, i32
      nvvm.mbarrier.init %b1, %c1 : !llvm.ptr<3>, i32
      nvvm.mbarrier.init %b2, %c1 : !llvm.ptr<3>, i32
    }
    nvvm.barrier0
    scf.if %first {
      %st_p0 = nvvm.mbarrier.arrive.expect_tx %b0, %c512 : !llvm.ptr<3>, i32 -> i64
      nvvm.cp.async.bulk.shared.cluster.global %d0, %src, %b0, %c512 : !llvm.ptr<7>, !llvm.ptr<1>
    }
    scf.if %first {
      %st_p1 = nvvm.mbarrier.arrive.expect_tx %b1, %c512 : !llvm.ptr<3>, i32 -> i64
      nvvm.cp.async.bulk.shared.cluster.global %d1, %src, %b1, %c512 : !llvm.ptr<7>, !llvm.ptr<1>
    }
    scf.for %i = %c0 to %n step %c1 : i32 {
      %parity = llvm.urem %i, %c2 : i32
      nvvm.mbarrier.try_wait.parity %b0, %parity, %c1000 : !llvm.ptr<3>, i32, i32
      nvvm.barrier0
      %x0 = llvm.load %p0 : !llvm.ptr<3> -> f32
      scf.if %first {
        %st_l0 = nvvm.mbarrier.arrive.expect_tx %b2, %c512 : !llvm.ptr<3>, i32 -> i64
        nvvm.cp.async.bulk.shared.cluster.global %d2, %src, %b2, %c512 : !llvm.ptr<7>, !llvm.ptr<1>
      }
      nvvm.mbarrier.try_wait.parity %b1, %parity, %c1000 : !llvm.ptr<3>, i32, i32
      nvvm.barrier0
      %x1 = llvm.load %p1 : !llvm.ptr<3> -> f32
      scf.if %first {
        %st_l1 = nvvm.mbarrier.arrive.expect_tx %b0, %c512 : !llvm.ptr<3>, i32 -> i64
        nvvm.cp.async.bulk.shared.cluster.global %d0, %src, %b0, %c512 : !llvm.ptr<7>, !llvm.ptr<1>
      }
      nvvm.mbarrier.try_wait.parity %b2, %parity, %c1000 : !llvm.ptr<3>, i32, i32
      nvvm.barrier0
      %x2 = llvm.load %p2 : !llvm.ptr<3> -> f32
      scf.if %first {
        %st_l2 = nvvm.mbarrier.arrive.expect_tx %b1, %c512 : !llvm.ptr<3>, i32 -> i64
        nvvm.cp.async.bulk.shared.cluster.global %d1, %src, %b1, %c512 : !llvm.ptr<7>, !llvm.ptr<1>
      }
    }
    %end = llvm.urem %n, %c2 : i32
    nvvm.mbarrier.try_wait.parity %b0, %end, %c1000 : !llvm.ptr<3>, i32, i32
    %y0 = llvm.load %p0 : !llvm.ptr<3> -> f32
    nvvm.mbarrier.try_wait.parity %b1, %end, %c1000 : !llvm.ptr<3>, i32, i32
    %y1 = llvm.load %p1 : !llvm.ptr<3> -> f32
    llvm.return
  }

  llvm.func @three_buffers_one_too_many_in_the_loop(%src: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} { // expected-information {{unknown-protocol}}
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c512 = llvm.mlir.constant(512 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c1000 = llvm.mlir.constant(1000 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %first = llvm.icmp "eq" %tid, %c0 : i32
    %a0 = llvm.mlir.addressof @a0 : !llvm.ptr<3>
    %p0 = llvm.getelementptr %a0[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %d0 = llvm.addrspacecast %a0 : !llvm.ptr<3> to !llvm.ptr<7>
    %b0 = llvm.mlir.addressof @b0 : !llvm.ptr<3>
    %a1 = llvm.mlir.addressof @a1 : !llvm.ptr<3>
    %p1 = llvm.getelementptr %a1[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %d1 = llvm.addrspacecast %a1 : !llvm.ptr<3> to !llvm.ptr<7>
    %b1 = llvm.mlir.addressof @b1 : !llvm.ptr<3>
    %a2 = llvm.mlir.addressof @a2 : !llvm.ptr<3>
    %p2 = llvm.getelementptr %a2[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %d2 = llvm.addrspacecast %a2 : !llvm.ptr<3> to !llvm.ptr<7>
    %b2 = llvm.mlir.addressof @b2 : !llvm.ptr<3>
    scf.if %first {
      nvvm.mbarrier.init %b0, %c1 : !llvm.ptr<3>, i32
      nvvm.mbarrier.init %b1, %c1 : !llvm.ptr<3>, i32
      nvvm.mbarrier.init %b2, %c1 : !llvm.ptr<3>, i32
    }
    nvvm.barrier0
    scf.if %first {
      %st_p0 = nvvm.mbarrier.arrive.expect_tx %b0, %c512 : !llvm.ptr<3>, i32 -> i64
      nvvm.cp.async.bulk.shared.cluster.global %d0, %src, %b0, %c512 : !llvm.ptr<7>, !llvm.ptr<1> // expected-note {{thread 0 starts it here}} expected-note {{thread 0 arrives here}} expected-note {{thread 0 arrives here}} expected-note {{thread 0 starts it here}}
    }
    scf.if %first {
      %st_p1 = nvvm.mbarrier.arrive.expect_tx %b1, %c512 : !llvm.ptr<3>, i32 -> i64 // expected-note {{the next that thread 0 tells others, on @b1}}
      nvvm.cp.async.bulk.shared.cluster.global %d1, %src, %b1, %c512 : !llvm.ptr<7>, !llvm.ptr<1>
    }
    scf.for %i = %c0 to %n step %c1 : i32 {
      %parity = llvm.urem %i, %c2 : i32
      nvvm.mbarrier.try_wait.parity %b1, %parity, %c1000 : !llvm.ptr<3>, i32, i32
      nvvm.barrier0 // expected-note {{the last that thread group 1-127 waits for, the workgroup's barrier}} expected-note {{the last that thread group 1-127 waits for, the workgroup's barrier}}
      %x0 = llvm.load %p0 : !llvm.ptr<3> -> f32 // expected-error {{missing-async-wait}}
      scf.if %first {
        %st_l0 = nvvm.mbarrier.arrive.expect_tx %b2, %c512 : !llvm.ptr<3>, i32 -> i64
        nvvm.cp.async.bulk.shared.cluster.global %d2, %src, %b2, %c512 : !llvm.ptr<7>, !llvm.ptr<1>
      }
      nvvm.mbarrier.try_wait.parity %b1, %parity, %c1000 : !llvm.ptr<3>, i32, i32
      nvvm.barrier0
      %x1 = llvm.load %p1 : !llvm.ptr<3> -> f32
      scf.if %first {
        %st_l1 = nvvm.mbarrier.arrive.expect_tx %b0, %c512 : !llvm.ptr<3>, i32 -> i64 // expected-error {{early-arrival}}
        nvvm.cp.async.bulk.shared.cluster.global %d0, %src, %b0, %c512 : !llvm.ptr<7>, !llvm.ptr<1> // expected-note {{thread 0 starts it here, in iteration 0}} expected-error {{early-arrival}} expected-error {{missing-async-wait}} expected-note {{thread 0 starts it here, in iteration 0}} expected-note {{thread 0 arrives here}} expected-note {{thread 0 starts it here, in iteration 0}}
      }
      nvvm.mbarrier.try_wait.parity %b2, %parity, %c1000 : !llvm.ptr<3>, i32, i32
      nvvm.barrier0 // expected-note {{the next that thread 0 tells others, on the workgroup's barrier}}
      %x2 = llvm.load %p2 : !llvm.ptr<3> -> f32
      scf.if %first {
        %st_l2 = nvvm.mbarrier.arrive.expect_tx %b1, %c512 : !llvm.ptr<3>, i32 -> i64
        nvvm.cp.async.bulk.shared.cluster.global %d1, %src, %b1, %c512 : !llvm.ptr<7>, !llvm.ptr<1>
      }
    }
    %end = llvm.urem %n, %c2 : i32
    nvvm.mbarrier.try_wait.parity %b0, %end, %c1000 : !llvm.ptr<3>, i32, i32 // expected-error {{missed-phase}}
    %y0 = llvm.load %p0 : !llvm.ptr<3> -> f32 // expected-error {{missing-async-wait}}
    nvvm.mbarrier.try_wait.parity %b1, %end, %c1000 : !llvm.ptr<3>, i32, i32
    %y1 = llvm.load %p1 : !llvm.ptr<3> -> f32
    llvm.return
  }

  llvm.func @three_buffers_one_too_many_in_the_epilogue(%src: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} { // expected-information {{unknown-protocol}}
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c512 = llvm.mlir.constant(512 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c1000 = llvm.mlir.constant(1000 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %first = llvm.icmp "eq" %tid, %c0 : i32
    %a0 = llvm.mlir.addressof @a0 : !llvm.ptr<3>
    %p0 = llvm.getelementptr %a0[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %d0 = llvm.addrspacecast %a0 : !llvm.ptr<3> to !llvm.ptr<7>
    %b0 = llvm.mlir.addressof @b0 : !llvm.ptr<3>
    %a1 = llvm.mlir.addressof @a1 : !llvm.ptr<3>
    %p1 = llvm.getelementptr %a1[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %d1 = llvm.addrspacecast %a1 : !llvm.ptr<3> to !llvm.ptr<7>
    %b1 = llvm.mlir.addressof @b1 : !llvm.ptr<3>
    %a2 = llvm.mlir.addressof @a2 : !llvm.ptr<3>
    %p2 = llvm.getelementptr %a2[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %d2 = llvm.addrspacecast %a2 : !llvm.ptr<3> to !llvm.ptr<7>
    %b2 = llvm.mlir.addressof @b2 : !llvm.ptr<3>
    scf.if %first {
      nvvm.mbarrier.init %b0, %c1 : !llvm.ptr<3>, i32
      nvvm.mbarrier.init %b1, %c1 : !llvm.ptr<3>, i32
      nvvm.mbarrier.init %b2, %c1 : !llvm.ptr<3>, i32
    }
    nvvm.barrier0
    scf.if %first {
      %st_p0 = nvvm.mbarrier.arrive.expect_tx %b0, %c512 : !llvm.ptr<3>, i32 -> i64
      nvvm.cp.async.bulk.shared.cluster.global %d0, %src, %b0, %c512 : !llvm.ptr<7>, !llvm.ptr<1>
    }
    scf.if %first {
      %st_p1 = nvvm.mbarrier.arrive.expect_tx %b1, %c512 : !llvm.ptr<3>, i32 -> i64
      nvvm.cp.async.bulk.shared.cluster.global %d1, %src, %b1, %c512 : !llvm.ptr<7>, !llvm.ptr<1>
    }
    scf.for %i = %c0 to %n step %c1 : i32 {
      %parity = llvm.urem %i, %c2 : i32
      nvvm.mbarrier.try_wait.parity %b0, %parity, %c1000 : !llvm.ptr<3>, i32, i32
      nvvm.barrier0
      %x0 = llvm.load %p0 : !llvm.ptr<3> -> f32
      scf.if %first {
        %st_l0 = nvvm.mbarrier.arrive.expect_tx %b2, %c512 : !llvm.ptr<3>, i32 -> i64
        nvvm.cp.async.bulk.shared.cluster.global %d2, %src, %b2, %c512 : !llvm.ptr<7>, !llvm.ptr<1>
      }
      nvvm.mbarrier.try_wait.parity %b1, %parity, %c1000 : !llvm.ptr<3>, i32, i32
      nvvm.barrier0
      %x1 = llvm.load %p1 : !llvm.ptr<3> -> f32
      scf.if %first {
        %st_l1 = nvvm.mbarrier.arrive.expect_tx %b0, %c512 : !llvm.ptr<3>, i32 -> i64
        nvvm.cp.async.bulk.shared.cluster.global %d0, %src, %b0, %c512 : !llvm.ptr<7>, !llvm.ptr<1>
      }
      nvvm.mbarrier.try_wait.parity %b2, %parity, %c1000 : !llvm.ptr<3>, i32, i32
      nvvm.barrier0
      %x2 = llvm.load %p2 : !llvm.ptr<3> -> f32
      scf.if %first {
        %st_l2 = nvvm.mbarrier.arrive.expect_tx %b1, %c512 : !llvm.ptr<3>, i32 -> i64
        nvvm.cp.async.bulk.shared.cluster.global %d1, %src, %b1, %c512 : !llvm.ptr<7>, !llvm.ptr<1> // expected-note {{thread 0 starts it here, in iteration 1}}
      }
    }
    %end = llvm.urem %n, %c2 : i32
    nvvm.mbarrier.try_wait.parity %b0, %end, %c1000 : !llvm.ptr<3>, i32, i32
    %y0 = llvm.load %p0 : !llvm.ptr<3> -> f32
    nvvm.mbarrier.try_wait.parity %b0, %end, %c1000 : !llvm.ptr<3>, i32, i32
    %y1 = llvm.load %p1 : !llvm.ptr<3> -> f32 // expected-error {{missing-async-wait}}
    llvm.return
  }
}
