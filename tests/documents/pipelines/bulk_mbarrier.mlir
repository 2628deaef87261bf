// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// Bulk copies in lowered code: one thread arms the slot's mbarrier and starts the copy, every thread waits for it.

module {
  llvm.mlir.global internal @a0() {addr_space = 3 : i32} : !llvm.array<128 x f32>
  llvm.mlir.global internal @b0() {addr_space = 3 : i32} : i64
  llvm.mlir.global internal @a1() {addr_space = 3 : i32} : !llvm.array<128 x f32>
  llvm.mlir.global internal @b1() {addr_space = 3 : i32} : i64
  llvm.mlir.global internal @a2() {addr_space = 3 : i32} : !llvm.array<128 x f32>
  llvm.mlir.global internal @b2() {addr_space = 3 : i32} : i64

  llvm.func @two_buffers(%src: !llvm.ptr<1>, %n: i32, %parity: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c512 = llvm.mlir.constant(512 : i32) : i32
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
    nvvm.mbarrier.try_wait.parity %b0, %parity, %c1000 : !llvm.ptr<3>, i32, i32
    %y0 = llvm.load %p0 : !llvm.ptr<3> -> f32
    llvm.return
  }

  llvm.func @two_buffers_one_too_many_in_the_loop(%src: !llvm.ptr<1>, %n: i32, %parity: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c512 = llvm.mlir.constant(512 : i32) : i32
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
      nvvm.cp.async.bulk.shared.cluster.global %d0, %src, %b0, %c512 : !llvm.ptr<7>, !llvm.ptr<1>  // expected-note {{copied here}}
    }
    scf.for %i = %c0 to %n step %c1 : i32 {
      nvvm.mbarrier.try_wait.parity %b1, %parity, %c1000 : !llvm.ptr<3>, i32, i32
      nvvm.barrier0
      // expected-error@below {{missing-async-wait}}
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
        nvvm.cp.async.bulk.shared.cluster.global %d0, %src, %b0, %c512 : !llvm.ptr<7>, !llvm.ptr<1>  // expected-note {{copied here}}  // expected-note {{copied here}} expected-error {{missing-async-wait}}
      }
    }
    nvvm.mbarrier.try_wait.parity %b0, %parity, %c1000 : !llvm.ptr<3>, i32, i32
    %y0 = llvm.load %p0 : !llvm.ptr<3> -> f32
    llvm.return
  }

  llvm.func @two_buffers_one_too_many_in_the_epilogue(%src: !llvm.ptr<1>, %n: i32, %parity: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c512 = llvm.mlir.constant(512 : i32) : i32
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
      nvvm.cp.async.bulk.shared.cluster.global %d0, %src, %b0, %c512 : !llvm.ptr<7>, !llvm.ptr<1>  // expected-note {{copied here}}
    }
    scf.for %i = %c0 to %n step %c1 : i32 {
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
        nvvm.cp.async.bulk.shared.cluster.global %d0, %src, %b0, %c512 : !llvm.ptr<7>, !llvm.ptr<1>  // expected-note {{copied here}}
      }
    }
    nvvm.mbarrier.try_wait.parity %b1, %parity, %c1000 : !llvm.ptr<3>, i32, i32
    // expected-error@below {{missing-async-wait}}
    %y0 = llvm.load %p0 : !llvm.ptr<3> -> f32
    llvm.return
  }

  llvm.func @three_buffers(%src: !llvm.ptr<1>, %n: i32, %parity: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c512 = llvm.mlir.constant(512 : i32) : i32
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
    nvvm.mbarrier.try_wait.parity %b0, %parity, %c1000 : !llvm.ptr<3>, i32, i32
    %y0 = llvm.load %p0 : !llvm.ptr<3> -> f32
    nvvm.mbarrier.try_wait.parity %b1, %parity, %c1000 : !llvm.ptr<3>, i32, i32
    %y1 = llvm.load %p1 : !llvm.ptr<3> -> f32
    llvm.return
  }

  llvm.func @three_buffers_one_too_many_in_the_loop(%src: !llvm.ptr<1>, %n: i32, %parity: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c512 = llvm.mlir.constant(512 : i32) : i32
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
      nvvm.cp.async.bulk.shared.cluster.global %d0, %src, %b0, %c512 : !llvm.ptr<7>, !llvm.ptr<1>  // expected-note {{copied here}}
    }
    scf.if %first {
      %st_p1 = nvvm.mbarrier.arrive.expect_tx %b1, %c512 : !llvm.ptr<3>, i32 -> i64
      nvvm.cp.async.bulk.shared.cluster.global %d1, %src, %b1, %c512 : !llvm.ptr<7>, !llvm.ptr<1>
    }
    scf.for %i = %c0 to %n step %c1 : i32 {
      nvvm.mbarrier.try_wait.parity %b1, %parity, %c1000 : !llvm.ptr<3>, i32, i32
      nvvm.barrier0
      // expected-error@below {{missing-async-wait}}
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
        nvvm.cp.async.bulk.shared.cluster.global %d0, %src, %b0, %c512 : !llvm.ptr<7>, !llvm.ptr<1>  // expected-note {{copied here}}  // expected-note {{copied here}} expected-error {{missing-async-wait}}
      }
      nvvm.mbarrier.try_wait.parity %b2, %parity, %c1000 : !llvm.ptr<3>, i32, i32
      nvvm.barrier0
      %x2 = llvm.load %p2 : !llvm.ptr<3> -> f32
      scf.if %first {
        %st_l2 = nvvm.mbarrier.arrive.expect_tx %b1, %c512 : !llvm.ptr<3>, i32 -> i64
        nvvm.cp.async.bulk.shared.cluster.global %d1, %src, %b1, %c512 : !llvm.ptr<7>, !llvm.ptr<1>
      }
    }
    nvvm.mbarrier.try_wait.parity %b0, %parity, %c1000 : !llvm.ptr<3>, i32, i32
    %y0 = llvm.load %p0 : !llvm.ptr<3> -> f32
    nvvm.mbarrier.try_wait.parity %b1, %parity, %c1000 : !llvm.ptr<3>, i32, i32
    %y1 = llvm.load %p1 : !llvm.ptr<3> -> f32
    llvm.return
  }

  llvm.func @three_buffers_one_too_many_in_the_epilogue(%src: !llvm.ptr<1>, %n: i32, %parity: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c512 = llvm.mlir.constant(512 : i32) : i32
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
      nvvm.cp.async.bulk.shared.cluster.global %d1, %src, %b1, %c512 : !llvm.ptr<7>, !llvm.ptr<1>  // expected-note {{copied here}}
    }
    scf.for %i = %c0 to %n step %c1 : i32 {
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
        nvvm.cp.async.bulk.shared.cluster.global %d1, %src, %b1, %c512 : !llvm.ptr<7>, !llvm.ptr<1>  // expected-note {{copied here}}
      }
    }
    nvvm.mbarrier.try_wait.parity %b0, %parity, %c1000 : !llvm.ptr<3>, i32, i32
    %y0 = llvm.load %p0 : !llvm.ptr<3> -> f32
    nvvm.mbarrier.try_wait.parity %b0, %parity, %c1000 : !llvm.ptr<3>, i32, i32
    // expected-error@below {{missing-async-wait}}
    %y1 = llvm.load %p1 : !llvm.ptr<3> -> f32
    llvm.return
  }
}
