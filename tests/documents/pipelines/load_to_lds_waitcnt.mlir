// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// rocdl.load.to.lds on gfx942; s.waitcnt 112 + n is vmcnt(n) lgkmcnt(0). The barrier is bare: with fences it would wait for every copy.
llvm.mlir.global internal @tiles2() {addr_space = 3 : i32} : !llvm.array<512 x f32>
llvm.mlir.global internal @tiles3() {addr_space = 3 : i32} : !llvm.array<768 x f32>
llvm.mlir.global internal @tiles4() {addr_space = 3 : i32} : !llvm.array<1024 x f32>
  llvm.func @two_buffers(%src: !llvm.ptr<1>) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
    %tid = rocdl.workitem.id.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c13 = llvm.mlir.constant(13 : i32) : i32
    %c64 = llvm.mlir.constant(64 : i32) : i32
    %c255 = llvm.mlir.constant(255 : i32) : i32
    %c256 = llvm.mlir.constant(256 : i32) : i32
    %rev = llvm.sub %c255, %tid : i32
    %a = llvm.mlir.addressof @tiles2 : !llvm.ptr<3>
    %from = llvm.getelementptr %src[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %w = llvm.udiv %tid, %c64 : i32
    %wbase = llvm.mul %w, %c64 : i32
    %row_p0 = llvm.mul %c0, %c256 : i32
    %at_p0 = llvm.add %row_p0, %wbase : i32
    %p_p0 = llvm.getelementptr %a[%at_p0] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_p0, 4, 0, 0 : !llvm.ptr<1>
    llvm.br ^head(%c0 : i32)
  ^head(%i: i32):
    %more = llvm.icmp "slt" %i, %c13 : i32
    llvm.cond_br %more, ^body, ^exit
  ^body:
    %ahead = llvm.add %i, %c1 : i32
    %this = llvm.urem %i, %c2 : i32
    %next = llvm.urem %ahead, %c2 : i32
    rocdl.s.waitcnt 112
    rocdl.s.barrier
    %row_x = llvm.mul %this, %c256 : i32
    %at_x = llvm.add %row_x, %rev : i32
    %p_x = llvm.getelementptr %a[%at_x] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %x = llvm.load %p_x : !llvm.ptr<3> -> f32
    %row_l = llvm.mul %next, %c256 : i32
    %at_l = llvm.add %row_l, %wbase : i32
    %p_l = llvm.getelementptr %a[%at_l] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_l, 4, 0, 0 : !llvm.ptr<1>
    %again = llvm.add %i, %c1 : i32
    llvm.br ^head(%again : i32)
  ^exit:
    rocdl.s.waitcnt 112
    rocdl.s.barrier
    %row_y0 = llvm.mul %c1, %c256 : i32
    %at_y0 = llvm.add %row_y0, %rev : i32
    %p_y0 = llvm.getelementptr %a[%at_y0] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %y0 = llvm.load %p_y0 : !llvm.ptr<3> -> f32
    llvm.return
  }

  llvm.func @two_buffers_one_too_many_in_the_loop(%src: !llvm.ptr<1>) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
    %tid = rocdl.workitem.id.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c13 = llvm.mlir.constant(13 : i32) : i32
    %c64 = llvm.mlir.constant(64 : i32) : i32
    %c255 = llvm.mlir.constant(255 : i32) : i32
    %c256 = llvm.mlir.constant(256 : i32) : i32
    %rev = llvm.sub %c255, %tid : i32
    %a = llvm.mlir.addressof @tiles2 : !llvm.ptr<3>
    %from = llvm.getelementptr %src[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %w = llvm.udiv %tid, %c64 : i32
    %wbase = llvm.mul %w, %c64 : i32
    %row_p0 = llvm.mul %c0, %c256 : i32
    %at_p0 = llvm.add %row_p0, %wbase : i32
    %p_p0 = llvm.getelementptr %a[%at_p0] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_p0, 4, 0, 0 : !llvm.ptr<1>  // expected-note {{copied here}}
    llvm.br ^head(%c0 : i32)
  ^head(%i: i32):
    %more = llvm.icmp "slt" %i, %c13 : i32
    llvm.cond_br %more, ^body, ^exit
  ^body:
    %ahead = llvm.add %i, %c1 : i32
    %this = llvm.urem %i, %c2 : i32
    %next = llvm.urem %ahead, %c2 : i32
    rocdl.s.waitcnt 113
    rocdl.s.barrier
    %row_x = llvm.mul %this, %c256 : i32
    %at_x = llvm.add %row_x, %rev : i32
    %p_x = llvm.getelementptr %a[%at_x] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    // expected-error@below {{missing-async-wait}}
    %x = llvm.load %p_x : !llvm.ptr<3> -> f32
    %row_l = llvm.mul %next, %c256 : i32
    %at_l = llvm.add %row_l, %wbase : i32
    %p_l = llvm.getelementptr %a[%at_l] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_l, 4, 0, 0 : !llvm.ptr<1>  // expected-note {{copied here}}
    %again = llvm.add %i, %c1 : i32
    llvm.br ^head(%again : i32)
  ^exit:
    rocdl.s.waitcnt 112
    rocdl.s.barrier
    %row_y0 = llvm.mul %c1, %c256 : i32
    %at_y0 = llvm.add %row_y0, %rev : i32
    %p_y0 = llvm.getelementptr %a[%at_y0] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %y0 = llvm.load %p_y0 : !llvm.ptr<3> -> f32
    llvm.return
  }

  llvm.func @two_buffers_one_too_many_in_the_epilogue(%src: !llvm.ptr<1>) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
    %tid = rocdl.workitem.id.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c13 = llvm.mlir.constant(13 : i32) : i32
    %c64 = llvm.mlir.constant(64 : i32) : i32
    %c255 = llvm.mlir.constant(255 : i32) : i32
    %c256 = llvm.mlir.constant(256 : i32) : i32
    %rev = llvm.sub %c255, %tid : i32
    %a = llvm.mlir.addressof @tiles2 : !llvm.ptr<3>
    %from = llvm.getelementptr %src[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %w = llvm.udiv %tid, %c64 : i32
    %wbase = llvm.mul %w, %c64 : i32
    %row_p0 = llvm.mul %c0, %c256 : i32
    %at_p0 = llvm.add %row_p0, %wbase : i32
    %p_p0 = llvm.getelementptr %a[%at_p0] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_p0, 4, 0, 0 : !llvm.ptr<1>
    llvm.br ^head(%c0 : i32)
  ^head(%i: i32):
    %more = llvm.icmp "slt" %i, %c13 : i32
    llvm.cond_br %more, ^body, ^exit
  ^body:
    %ahead = llvm.add %i, %c1 : i32
    %this = llvm.urem %i, %c2 : i32
    %next = llvm.urem %ahead, %c2 : i32
    rocdl.s.waitcnt 112
    rocdl.s.barrier
    %row_x = llvm.mul %this, %c256 : i32
    %at_x = llvm.add %row_x, %rev : i32
    %p_x = llvm.getelementptr %a[%at_x] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %x = llvm.load %p_x : !llvm.ptr<3> -> f32
    %row_l = llvm.mul %next, %c256 : i32
    %at_l = llvm.add %row_l, %wbase : i32
    %p_l = llvm.getelementptr %a[%at_l] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_l, 4, 0, 0 : !llvm.ptr<1>  // expected-note {{copied here}}
    %again = llvm.add %i, %c1 : i32
    llvm.br ^head(%again : i32)
  ^exit:
    rocdl.s.waitcnt 113
    // expected-warning@below {{ineffective-barrier}}
    rocdl.s.barrier
    %row_y0 = llvm.mul %c1, %c256 : i32
    %at_y0 = llvm.add %row_y0, %rev : i32
    %p_y0 = llvm.getelementptr %a[%at_y0] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    // expected-error@below {{missing-async-wait}}
    %y0 = llvm.load %p_y0 : !llvm.ptr<3> -> f32
    llvm.return
  }

  llvm.func @three_buffers(%src: !llvm.ptr<1>) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
    %tid = rocdl.workitem.id.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c3 = llvm.mlir.constant(3 : i32) : i32
    %c13 = llvm.mlir.constant(13 : i32) : i32
    %c64 = llvm.mlir.constant(64 : i32) : i32
    %c255 = llvm.mlir.constant(255 : i32) : i32
    %c256 = llvm.mlir.constant(256 : i32) : i32
    %rev = llvm.sub %c255, %tid : i32
    %a = llvm.mlir.addressof @tiles3 : !llvm.ptr<3>
    %from = llvm.getelementptr %src[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %w = llvm.udiv %tid, %c64 : i32
    %wbase = llvm.mul %w, %c64 : i32
    %row_p0 = llvm.mul %c0, %c256 : i32
    %at_p0 = llvm.add %row_p0, %wbase : i32
    %p_p0 = llvm.getelementptr %a[%at_p0] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_p0, 4, 0, 0 : !llvm.ptr<1>
    %row_p1 = llvm.mul %c1, %c256 : i32
    %at_p1 = llvm.add %row_p1, %wbase : i32
    %p_p1 = llvm.getelementptr %a[%at_p1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_p1, 4, 0, 0 : !llvm.ptr<1>
    llvm.br ^head(%c0 : i32)
  ^head(%i: i32):
    %more = llvm.icmp "slt" %i, %c13 : i32
    llvm.cond_br %more, ^body, ^exit
  ^body:
    %ahead = llvm.add %i, %c2 : i32
    %this = llvm.urem %i, %c3 : i32
    %next = llvm.urem %ahead, %c3 : i32
    rocdl.s.waitcnt 113
    rocdl.s.barrier
    %row_x = llvm.mul %this, %c256 : i32
    %at_x = llvm.add %row_x, %rev : i32
    %p_x = llvm.getelementptr %a[%at_x] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %x = llvm.load %p_x : !llvm.ptr<3> -> f32
    %row_l = llvm.mul %next, %c256 : i32
    %at_l = llvm.add %row_l, %wbase : i32
    %p_l = llvm.getelementptr %a[%at_l] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_l, 4, 0, 0 : !llvm.ptr<1>
    %again = llvm.add %i, %c1 : i32
    llvm.br ^head(%again : i32)
  ^exit:
    rocdl.s.waitcnt 113
    rocdl.s.barrier
    %row_y0 = llvm.mul %c1, %c256 : i32
    %at_y0 = llvm.add %row_y0, %rev : i32
    %p_y0 = llvm.getelementptr %a[%at_y0] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %y0 = llvm.load %p_y0 : !llvm.ptr<3> -> f32
    rocdl.s.waitcnt 112
    rocdl.s.barrier
    %row_y1 = llvm.mul %c2, %c256 : i32
    %at_y1 = llvm.add %row_y1, %rev : i32
    %p_y1 = llvm.getelementptr %a[%at_y1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %y1 = llvm.load %p_y1 : !llvm.ptr<3> -> f32
    llvm.return
  }

  llvm.func @three_buffers_one_too_many_in_the_loop(%src: !llvm.ptr<1>) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
    %tid = rocdl.workitem.id.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c3 = llvm.mlir.constant(3 : i32) : i32
    %c13 = llvm.mlir.constant(13 : i32) : i32
    %c64 = llvm.mlir.constant(64 : i32) : i32
    %c255 = llvm.mlir.constant(255 : i32) : i32
    %c256 = llvm.mlir.constant(256 : i32) : i32
    %rev = llvm.sub %c255, %tid : i32
    %a = llvm.mlir.addressof @tiles3 : !llvm.ptr<3>
    %from = llvm.getelementptr %src[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %w = llvm.udiv %tid, %c64 : i32
    %wbase = llvm.mul %w, %c64 : i32
    %row_p0 = llvm.mul %c0, %c256 : i32
    %at_p0 = llvm.add %row_p0, %wbase : i32
    %p_p0 = llvm.getelementptr %a[%at_p0] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_p0, 4, 0, 0 : !llvm.ptr<1>  // expected-note {{copied here}}
    %row_p1 = llvm.mul %c1, %c256 : i32
    %at_p1 = llvm.add %row_p1, %wbase : i32
    %p_p1 = llvm.getelementptr %a[%at_p1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_p1, 4, 0, 0 : !llvm.ptr<1>  // expected-note {{copied here}}
    llvm.br ^head(%c0 : i32)
  ^head(%i: i32):
    %more = llvm.icmp "slt" %i, %c13 : i32
    llvm.cond_br %more, ^body, ^exit
  ^body:
    %ahead = llvm.add %i, %c2 : i32
    %this = llvm.urem %i, %c3 : i32
    %next = llvm.urem %ahead, %c3 : i32
    rocdl.s.waitcnt 114
    rocdl.s.barrier
    %row_x = llvm.mul %this, %c256 : i32
    %at_x = llvm.add %row_x, %rev : i32
    %p_x = llvm.getelementptr %a[%at_x] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    // expected-error@below {{missing-async-wait}}
    %x = llvm.load %p_x : !llvm.ptr<3> -> f32
    %row_l = llvm.mul %next, %c256 : i32
    %at_l = llvm.add %row_l, %wbase : i32
    %p_l = llvm.getelementptr %a[%at_l] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_l, 4, 0, 0 : !llvm.ptr<1>  // expected-note {{copied here}}
    %again = llvm.add %i, %c1 : i32
    llvm.br ^head(%again : i32)
  ^exit:
    rocdl.s.waitcnt 113
    rocdl.s.barrier
    %row_y0 = llvm.mul %c1, %c256 : i32
    %at_y0 = llvm.add %row_y0, %rev : i32
    %p_y0 = llvm.getelementptr %a[%at_y0] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %y0 = llvm.load %p_y0 : !llvm.ptr<3> -> f32
    rocdl.s.waitcnt 112
    rocdl.s.barrier
    %row_y1 = llvm.mul %c2, %c256 : i32
    %at_y1 = llvm.add %row_y1, %rev : i32
    %p_y1 = llvm.getelementptr %a[%at_y1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %y1 = llvm.load %p_y1 : !llvm.ptr<3> -> f32
    llvm.return
  }

  llvm.func @three_buffers_one_too_many_in_the_epilogue(%src: !llvm.ptr<1>) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
    %tid = rocdl.workitem.id.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c3 = llvm.mlir.constant(3 : i32) : i32
    %c13 = llvm.mlir.constant(13 : i32) : i32
    %c64 = llvm.mlir.constant(64 : i32) : i32
    %c255 = llvm.mlir.constant(255 : i32) : i32
    %c256 = llvm.mlir.constant(256 : i32) : i32
    %rev = llvm.sub %c255, %tid : i32
    %a = llvm.mlir.addressof @tiles3 : !llvm.ptr<3>
    %from = llvm.getelementptr %src[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %w = llvm.udiv %tid, %c64 : i32
    %wbase = llvm.mul %w, %c64 : i32
    %row_p0 = llvm.mul %c0, %c256 : i32
    %at_p0 = llvm.add %row_p0, %wbase : i32
    %p_p0 = llvm.getelementptr %a[%at_p0] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_p0, 4, 0, 0 : !llvm.ptr<1>
    %row_p1 = llvm.mul %c1, %c256 : i32
    %at_p1 = llvm.add %row_p1, %wbase : i32
    %p_p1 = llvm.getelementptr %a[%at_p1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_p1, 4, 0, 0 : !llvm.ptr<1>
    llvm.br ^head(%c0 : i32)
  ^head(%i: i32):
    %more = llvm.icmp "slt" %i, %c13 : i32
    llvm.cond_br %more, ^body, ^exit
  ^body:
    %ahead = llvm.add %i, %c2 : i32
    %this = llvm.urem %i, %c3 : i32
    %next = llvm.urem %ahead, %c3 : i32
    rocdl.s.waitcnt 113
    rocdl.s.barrier
    %row_x = llvm.mul %this, %c256 : i32
    %at_x = llvm.add %row_x, %rev : i32
    %p_x = llvm.getelementptr %a[%at_x] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %x = llvm.load %p_x : !llvm.ptr<3> -> f32
    %row_l = llvm.mul %next, %c256 : i32
    %at_l = llvm.add %row_l, %wbase : i32
    %p_l = llvm.getelementptr %a[%at_l] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_l, 4, 0, 0 : !llvm.ptr<1>  // expected-note {{copied here}}
    %again = llvm.add %i, %c1 : i32
    llvm.br ^head(%again : i32)
  ^exit:
    rocdl.s.waitcnt 113
    rocdl.s.barrier
    %row_y0 = llvm.mul %c1, %c256 : i32
    %at_y0 = llvm.add %row_y0, %rev : i32
    %p_y0 = llvm.getelementptr %a[%at_y0] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %y0 = llvm.load %p_y0 : !llvm.ptr<3> -> f32
    rocdl.s.waitcnt 113
    // expected-warning@below {{ineffective-barrier}}
    rocdl.s.barrier
    %row_y1 = llvm.mul %c2, %c256 : i32
    %at_y1 = llvm.add %row_y1, %rev : i32
    %p_y1 = llvm.getelementptr %a[%at_y1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    // expected-error@below {{missing-async-wait}}
    %y1 = llvm.load %p_y1 : !llvm.ptr<3> -> f32
    llvm.return
  }

  llvm.func @three_buffers_unknown_count(%src: !llvm.ptr<1>, %n: i32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
    %tid = rocdl.workitem.id.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c3 = llvm.mlir.constant(3 : i32) : i32
    %c64 = llvm.mlir.constant(64 : i32) : i32
    %c255 = llvm.mlir.constant(255 : i32) : i32
    %c256 = llvm.mlir.constant(256 : i32) : i32
    %rev = llvm.sub %c255, %tid : i32
    %a = llvm.mlir.addressof @tiles3 : !llvm.ptr<3>
    %from = llvm.getelementptr %src[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %w = llvm.udiv %tid, %c64 : i32
    %wbase = llvm.mul %w, %c64 : i32
    %row_p0 = llvm.mul %c0, %c256 : i32
    %at_p0 = llvm.add %row_p0, %wbase : i32
    %p_p0 = llvm.getelementptr %a[%at_p0] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_p0, 4, 0, 0 : !llvm.ptr<1>
    %row_p1 = llvm.mul %c1, %c256 : i32
    %at_p1 = llvm.add %row_p1, %wbase : i32
    %p_p1 = llvm.getelementptr %a[%at_p1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_p1, 4, 0, 0 : !llvm.ptr<1>
    llvm.br ^head(%c0 : i32)
  ^head(%i: i32):
    %more = llvm.icmp "slt" %i, %n : i32
    llvm.cond_br %more, ^body, ^exit
  ^body:
    %ahead = llvm.add %i, %c2 : i32
    %this = llvm.urem %i, %c3 : i32
    %next = llvm.urem %ahead, %c3 : i32
    rocdl.s.waitcnt 113
    rocdl.s.barrier
    %row_x = llvm.mul %this, %c256 : i32
    %at_x = llvm.add %row_x, %rev : i32
    %p_x = llvm.getelementptr %a[%at_x] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %x = llvm.load %p_x : !llvm.ptr<3> -> f32
    %row_l = llvm.mul %next, %c256 : i32
    %at_l = llvm.add %row_l, %wbase : i32
    %p_l = llvm.getelementptr %a[%at_l] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_l, 4, 0, 0 : !llvm.ptr<1>
    %again = llvm.add %i, %c1 : i32
    llvm.br ^head(%again : i32)
  ^exit:
    llvm.return
  }

  llvm.func @three_buffers_unknown_count_one_too_many(%src: !llvm.ptr<1>, %n: i32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
    %tid = rocdl.workitem.id.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c3 = llvm.mlir.constant(3 : i32) : i32
    %c64 = llvm.mlir.constant(64 : i32) : i32
    %c255 = llvm.mlir.constant(255 : i32) : i32
    %c256 = llvm.mlir.constant(256 : i32) : i32
    %rev = llvm.sub %c255, %tid : i32
    %a = llvm.mlir.addressof @tiles3 : !llvm.ptr<3>
    %from = llvm.getelementptr %src[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %w = llvm.udiv %tid, %c64 : i32
    %wbase = llvm.mul %w, %c64 : i32
    %row_p0 = llvm.mul %c0, %c256 : i32
    %at_p0 = llvm.add %row_p0, %wbase : i32
    %p_p0 = llvm.getelementptr %a[%at_p0] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_p0, 4, 0, 0 : !llvm.ptr<1>  // expected-note {{copied here}}
    %row_p1 = llvm.mul %c1, %c256 : i32
    %at_p1 = llvm.add %row_p1, %wbase : i32
    %p_p1 = llvm.getelementptr %a[%at_p1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_p1, 4, 0, 0 : !llvm.ptr<1>  // expected-note {{copied here}}
    llvm.br ^head(%c0 : i32)
  ^head(%i: i32):
    %more = llvm.icmp "slt" %i, %n : i32
    llvm.cond_br %more, ^body, ^exit
  ^body:
    %ahead = llvm.add %i, %c2 : i32
    %this = llvm.urem %i, %c3 : i32
    %next = llvm.urem %ahead, %c3 : i32
    rocdl.s.waitcnt 114
    rocdl.s.barrier
    %row_x = llvm.mul %this, %c256 : i32
    %at_x = llvm.add %row_x, %rev : i32
    %p_x = llvm.getelementptr %a[%at_x] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    // expected-error@below {{missing-async-wait}}
    %x = llvm.load %p_x : !llvm.ptr<3> -> f32
    %row_l = llvm.mul %next, %c256 : i32
    %at_l = llvm.add %row_l, %wbase : i32
    %p_l = llvm.getelementptr %a[%at_l] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_l, 4, 0, 0 : !llvm.ptr<1>  // expected-note {{copied here}}
    %again = llvm.add %i, %c1 : i32
    llvm.br ^head(%again : i32)
  ^exit:
    llvm.return
  }

  llvm.func @four_buffers(%src: !llvm.ptr<1>) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
    %tid = rocdl.workitem.id.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c3 = llvm.mlir.constant(3 : i32) : i32
    %c4 = llvm.mlir.constant(4 : i32) : i32
    %c13 = llvm.mlir.constant(13 : i32) : i32
    %c64 = llvm.mlir.constant(64 : i32) : i32
    %c255 = llvm.mlir.constant(255 : i32) : i32
    %c256 = llvm.mlir.constant(256 : i32) : i32
    %rev = llvm.sub %c255, %tid : i32
    %a = llvm.mlir.addressof @tiles4 : !llvm.ptr<3>
    %from = llvm.getelementptr %src[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %w = llvm.udiv %tid, %c64 : i32
    %wbase = llvm.mul %w, %c64 : i32
    %row_p0 = llvm.mul %c0, %c256 : i32
    %at_p0 = llvm.add %row_p0, %wbase : i32
    %p_p0 = llvm.getelementptr %a[%at_p0] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_p0, 4, 0, 0 : !llvm.ptr<1>
    %row_p1 = llvm.mul %c1, %c256 : i32
    %at_p1 = llvm.add %row_p1, %wbase : i32
    %p_p1 = llvm.getelementptr %a[%at_p1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_p1, 4, 0, 0 : !llvm.ptr<1>
    %row_p2 = llvm.mul %c2, %c256 : i32
    %at_p2 = llvm.add %row_p2, %wbase : i32
    %p_p2 = llvm.getelementptr %a[%at_p2] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_p2, 4, 0, 0 : !llvm.ptr<1>
    llvm.br ^head(%c0 : i32)
  ^head(%i: i32):
    %more = llvm.icmp "slt" %i, %c13 : i32
    llvm.cond_br %more, ^body, ^exit
  ^body:
    %ahead = llvm.add %i, %c3 : i32
    %this = llvm.urem %i, %c4 : i32
    %next = llvm.urem %ahead, %c4 : i32
    rocdl.s.waitcnt 114
    rocdl.s.barrier
    %row_x = llvm.mul %this, %c256 : i32
    %at_x = llvm.add %row_x, %rev : i32
    %p_x = llvm.getelementptr %a[%at_x] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %x = llvm.load %p_x : !llvm.ptr<3> -> f32
    %row_l = llvm.mul %next, %c256 : i32
    %at_l = llvm.add %row_l, %wbase : i32
    %p_l = llvm.getelementptr %a[%at_l] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_l, 4, 0, 0 : !llvm.ptr<1>
    %again = llvm.add %i, %c1 : i32
    llvm.br ^head(%again : i32)
  ^exit:
    rocdl.s.waitcnt 114
    rocdl.s.barrier
    %row_y0 = llvm.mul %c1, %c256 : i32
    %at_y0 = llvm.add %row_y0, %rev : i32
    %p_y0 = llvm.getelementptr %a[%at_y0] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %y0 = llvm.load %p_y0 : !llvm.ptr<3> -> f32
    rocdl.s.waitcnt 113
    rocdl.s.barrier
    %row_y1 = llvm.mul %c2, %c256 : i32
    %at_y1 = llvm.add %row_y1, %rev : i32
    %p_y1 = llvm.getelementptr %a[%at_y1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %y1 = llvm.load %p_y1 : !llvm.ptr<3> -> f32
    rocdl.s.waitcnt 112
    rocdl.s.barrier
    %row_y2 = llvm.mul %c3, %c256 : i32
    %at_y2 = llvm.add %row_y2, %rev : i32
    %p_y2 = llvm.getelementptr %a[%at_y2] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %y2 = llvm.load %p_y2 : !llvm.ptr<3> -> f32
    llvm.return
  }

  llvm.func @four_buffers_one_too_many_in_the_loop(%src: !llvm.ptr<1>) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
    %tid = rocdl.workitem.id.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c3 = llvm.mlir.constant(3 : i32) : i32
    %c4 = llvm.mlir.constant(4 : i32) : i32
    %c13 = llvm.mlir.constant(13 : i32) : i32
    %c64 = llvm.mlir.constant(64 : i32) : i32
    %c255 = llvm.mlir.constant(255 : i32) : i32
    %c256 = llvm.mlir.constant(256 : i32) : i32
    %rev = llvm.sub %c255, %tid : i32
    %a = llvm.mlir.addressof @tiles4 : !llvm.ptr<3>
    %from = llvm.getelementptr %src[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %w = llvm.udiv %tid, %c64 : i32
    %wbase = llvm.mul %w, %c64 : i32
    %row_p0 = llvm.mul %c0, %c256 : i32
    %at_p0 = llvm.add %row_p0, %wbase : i32
    %p_p0 = llvm.getelementptr %a[%at_p0] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_p0, 4, 0, 0 : !llvm.ptr<1>  // expected-note {{copied here}}
    %row_p1 = llvm.mul %c1, %c256 : i32
    %at_p1 = llvm.add %row_p1, %wbase : i32
    %p_p1 = llvm.getelementptr %a[%at_p1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_p1, 4, 0, 0 : !llvm.ptr<1>  // expected-note {{copied here}}
    %row_p2 = llvm.mul %c2, %c256 : i32
    %at_p2 = llvm.add %row_p2, %wbase : i32
    %p_p2 = llvm.getelementptr %a[%at_p2] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_p2, 4, 0, 0 : !llvm.ptr<1>  // expected-note {{copied here}}
    llvm.br ^head(%c0 : i32)
  ^head(%i: i32):
    %more = llvm.icmp "slt" %i, %c13 : i32
    llvm.cond_br %more, ^body, ^exit
  ^body:
    %ahead = llvm.add %i, %c3 : i32
    %this = llvm.urem %i, %c4 : i32
    %next = llvm.urem %ahead, %c4 : i32
    rocdl.s.waitcnt 115
    rocdl.s.barrier
    %row_x = llvm.mul %this, %c256 : i32
    %at_x = llvm.add %row_x, %rev : i32
    %p_x = llvm.getelementptr %a[%at_x] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    // expected-error@below {{missing-async-wait}}
    %x = llvm.load %p_x : !llvm.ptr<3> -> f32
    %row_l = llvm.mul %next, %c256 : i32
    %at_l = llvm.add %row_l, %wbase : i32
    %p_l = llvm.getelementptr %a[%at_l] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.load.to.lds %from, %p_l, 4, 0, 0 : !llvm.ptr<1>  // expected-note {{copied here}}
    %again = llvm.add %i, %c1 : i32
    llvm.br ^head(%again : i32)
  ^exit:
    rocdl.s.waitcnt 114
    rocdl.s.barrier
    %row_y0 = llvm.mul %c1, %c256 : i32
    %at_y0 = llvm.add %row_y0, %rev : i32
    %p_y0 = llvm.getelementptr %a[%at_y0] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %y0 = llvm.load %p_y0 : !llvm.ptr<3> -> f32
    rocdl.s.waitcnt 113
    rocdl.s.barrier
    %row_y1 = llvm.mul %c2, %c256 : i32
    %at_y1 = llvm.add %row_y1, %rev : i32
    %p_y1 = llvm.getelementptr %a[%at_y1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %y1 = llvm.load %p_y1 : !llvm.ptr<3> -> f32
    rocdl.s.waitcnt 112
    rocdl.s.barrier
    %row_y2 = llvm.mul %c3, %c256 : i32
    %at_y2 = llvm.add %row_y2, %rev : i32
    %p_y2 = llvm.getelementptr %a[%at_y2] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %y2 = llvm.load %p_y2 : !llvm.ptr<3> -> f32
    llvm.return
  }
