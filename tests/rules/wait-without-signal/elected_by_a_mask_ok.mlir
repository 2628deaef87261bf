// RUN: fencepost lint %s --target sm_90 --verify-diagnostics
// The barrier counts 1 arrival, and one elected lane arrives: assembly names the lanes by an operand or a register, and tells who is elected by a predicate, by moves, or by a comparison.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.mlir.global external @buf() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<512 x i8>
llvm.func @k(%out: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %buf = llvm.mlir.addressof @buf : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  scf.if %first {
    nvvm.mbarrier.init %smem, %c1 : !llvm.ptr<3>, i32
  }
  nvvm.barrier
  %w0 = llvm.icmp "ult" %tid, %c32 : i32
  scf.if %w0 {
    %mine = llvm.getelementptr %buf[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.store %x, %mine : f32, !llvm.ptr<3>
    nvvm.bar.warp.sync %all : i32
    %p = llvm.inline_asm has_side_effects asm_dialect = att "{\0A\09.reg .pred P_OUT; \0A\09elect.sync _|P_OUT, $1;\0A\09selp.b32 $0, 1, 0, P_OUT; \0A}", "=r,r,~{memory}" %all : (i32) -> i32
    %e = llvm.icmp "ne" %p, %c0 : i32
    scf.if %e {
      nvvm.mbarrier.arrive %smem : !llvm.ptr<3> -> i64
    }
  } else {
    %lane = llvm.sub %tid, %c32 : i32
    nvvm.mbarrier.try_wait.parity %smem, %c0, %ticks : !llvm.ptr<3>, i32, i32
    %yours = llvm.getelementptr %buf[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %v = llvm.load %yours : !llvm.ptr<3> -> f32
    %q = llvm.getelementptr %out[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %q : f32, !llvm.ptr<1>
  }
  llvm.return
}
// -----
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.mlir.global external @buf() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<512 x i8>
llvm.func @k(%out: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %buf = llvm.mlir.addressof @buf : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  scf.if %first {
    nvvm.mbarrier.init %smem, %c1 : !llvm.ptr<3>, i32
  }
  nvvm.barrier
  %w0 = llvm.icmp "ult" %tid, %c32 : i32
  scf.if %w0 {
    %mine = llvm.getelementptr %buf[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.store %x, %mine : f32, !llvm.ptr<3>
    nvvm.bar.warp.sync %all : i32
    %pp = llvm.inline_asm has_side_effects asm_dialect = att "{ .reg .b32 %rx; .reg .pred %px; elect.sync %rx|%px, $4; @%px mov.s32 $1, 1; mov.s32 $0, %rx; }", "=r,=r,0,1,r" %c0, %c0, %all : (i32, i32, i32) -> !llvm.struct<(i32, i32)>
    %p = llvm.extractvalue %pp[1] : !llvm.struct<(i32, i32)>
    %e = llvm.icmp "ne" %p, %c0 : i32
    scf.if %e {
      nvvm.mbarrier.arrive %smem : !llvm.ptr<3> -> i64
    }
  } else {
    %lane = llvm.sub %tid, %c32 : i32
    nvvm.mbarrier.try_wait.parity %smem, %c0, %ticks : !llvm.ptr<3>, i32, i32
    %yours = llvm.getelementptr %buf[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %v = llvm.load %yours : !llvm.ptr<3> -> f32
    %q = llvm.getelementptr %out[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %q : f32, !llvm.ptr<1>
  }
  llvm.return
}
// -----
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.mlir.global external @buf() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<512 x i8>
llvm.func @k(%out: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %buf = llvm.mlir.addressof @buf : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  scf.if %first {
    nvvm.mbarrier.init %smem, %c1 : !llvm.ptr<3>, i32
  }
  nvvm.barrier
  %w0 = llvm.icmp "ult" %tid, %c32 : i32
  scf.if %w0 {
    %mine = llvm.getelementptr %buf[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.store %x, %mine : f32, !llvm.ptr<3>
    nvvm.bar.warp.sync %all : i32
    %e = llvm.inline_asm has_side_effects asm_dialect = att "elect.sync _|$0, $1;", "=b,r" %all : (i32) -> i1
    scf.if %e {
      nvvm.mbarrier.arrive %smem : !llvm.ptr<3> -> i64
    }
  } else {
    %lane = llvm.sub %tid, %c32 : i32
    nvvm.mbarrier.try_wait.parity %smem, %c0, %ticks : !llvm.ptr<3>, i32, i32
    %yours = llvm.getelementptr %buf[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %v = llvm.load %yours : !llvm.ptr<3> -> f32
    %q = llvm.getelementptr %out[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %q : f32, !llvm.ptr<1>
  }
  llvm.return
}
// -----
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.mlir.global external @buf() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<512 x i8>
llvm.func @k(%out: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %buf = llvm.mlir.addressof @buf : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  scf.if %first {
    nvvm.mbarrier.init %smem, %c1 : !llvm.ptr<3>, i32
  }
  nvvm.barrier
  %w0 = llvm.icmp "ult" %tid, %c32 : i32
  scf.if %w0 {
    %mine = llvm.getelementptr %buf[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.store %x, %mine : f32, !llvm.ptr<3>
    nvvm.bar.warp.sync %all : i32
    %p = llvm.inline_asm has_side_effects asm_dialect = att "{ .reg .pred p; elect.sync _|p, 0xFFFFFFFF; @p mov.u32 $0, 1; @!p mov.u32 $0, 0; }", "=r" : () -> i32
    %e = llvm.icmp "ne" %p, %c0 : i32
    scf.if %e {
      nvvm.mbarrier.arrive %smem : !llvm.ptr<3> -> i64
    }
  } else {
    %lane = llvm.sub %tid, %c32 : i32
    nvvm.mbarrier.try_wait.parity %smem, %c0, %ticks : !llvm.ptr<3>, i32, i32
    %yours = llvm.getelementptr %buf[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %v = llvm.load %yours : !llvm.ptr<3> -> f32
    %q = llvm.getelementptr %out[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %q : f32, !llvm.ptr<1>
  }
  llvm.return
}
// -----
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.mlir.global external @buf() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<512 x i8>
llvm.func @k(%out: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %buf = llvm.mlir.addressof @buf : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  scf.if %first {
    nvvm.mbarrier.init %smem, %c1 : !llvm.ptr<3>, i32
  }
  nvvm.barrier
  %w0 = llvm.icmp "ult" %tid, %c32 : i32
  scf.if %w0 {
    %mine = llvm.getelementptr %buf[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.store %x, %mine : f32, !llvm.ptr<3>
    nvvm.bar.warp.sync %all : i32
    %p = llvm.inline_asm has_side_effects asm_dialect = att "{ .reg .pred p; .reg .u32 r; mov.u32 r, 0; elect.sync _|p, 0xFFFFFFFF; @p mov.u32 r, 1; mov.u32 $0, r; }", "=r" : () -> i32
    %e = llvm.icmp "ne" %p, %c0 : i32
    scf.if %e {
      nvvm.mbarrier.arrive %smem : !llvm.ptr<3> -> i64
    }
  } else {
    %lane = llvm.sub %tid, %c32 : i32
    nvvm.mbarrier.try_wait.parity %smem, %c0, %ticks : !llvm.ptr<3>, i32, i32
    %yours = llvm.getelementptr %buf[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %v = llvm.load %yours : !llvm.ptr<3> -> f32
    %q = llvm.getelementptr %out[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %q : f32, !llvm.ptr<1>
  }
  llvm.return
}
// -----
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.mlir.global external @buf() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<512 x i8>
llvm.func @k(%out: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %buf = llvm.mlir.addressof @buf : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  scf.if %first {
    nvvm.mbarrier.init %smem, %c1 : !llvm.ptr<3>, i32
  }
  nvvm.barrier
  %w0 = llvm.icmp "ult" %tid, %c32 : i32
  scf.if %w0 {
    %mine = llvm.getelementptr %buf[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.store %x, %mine : f32, !llvm.ptr<3>
    nvvm.bar.warp.sync %all : i32
    %p = llvm.inline_asm has_side_effects asm_dialect = att "{ .reg .pred p; .reg .b32 m; mov.b32 m, 0xffffffff; elect.sync _|p, m; selp.b32 $0, 1, 0, p; }", "=r" : () -> i32
    %e = llvm.icmp "ne" %p, %c0 : i32
    scf.if %e {
      nvvm.mbarrier.arrive %smem : !llvm.ptr<3> -> i64
    }
  } else {
    %lane = llvm.sub %tid, %c32 : i32
    nvvm.mbarrier.try_wait.parity %smem, %c0, %ticks : !llvm.ptr<3>, i32, i32
    %yours = llvm.getelementptr %buf[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %v = llvm.load %yours : !llvm.ptr<3> -> f32
    %q = llvm.getelementptr %out[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %q : f32, !llvm.ptr<1>
  }
  llvm.return
}
// -----
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.mlir.global external @buf() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<512 x i8>
llvm.func @k(%out: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %buf = llvm.mlir.addressof @buf : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  scf.if %first {
    nvvm.mbarrier.init %smem, %c1 : !llvm.ptr<3>, i32
  }
  nvvm.barrier
  %w0 = llvm.icmp "ult" %tid, %c32 : i32
  scf.if %w0 {
    %mine = llvm.getelementptr %buf[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.store %x, %mine : f32, !llvm.ptr<3>
    nvvm.bar.warp.sync %all : i32
    %e = llvm.inline_asm has_side_effects asm_dialect = att "{ .reg .pred p; .reg .b32 r; elect.sync r|p, -1; selp.b32 r, 1, 0, p; setp.ne.b32 $0, r, 0; }", "=b" : () -> i1
    scf.if %e {
      nvvm.mbarrier.arrive %smem : !llvm.ptr<3> -> i64
    }
  } else {
    %lane = llvm.sub %tid, %c32 : i32
    nvvm.mbarrier.try_wait.parity %smem, %c0, %ticks : !llvm.ptr<3>, i32, i32
    %yours = llvm.getelementptr %buf[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %v = llvm.load %yours : !llvm.ptr<3> -> f32
    %q = llvm.getelementptr %out[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %q : f32, !llvm.ptr<1>
  }
  llvm.return
}
// -----
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
llvm.mlir.global external @buf() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<512 x i8>
llvm.func @k(%out: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %buf = llvm.mlir.addressof @buf : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  scf.if %first {
    nvvm.mbarrier.init %smem, %c1 : !llvm.ptr<3>, i32
  }
  nvvm.barrier
  %w0 = llvm.icmp "ult" %tid, %c32 : i32
  scf.if %w0 {
    %mine = llvm.getelementptr %buf[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.store %x, %mine : f32, !llvm.ptr<3>
    nvvm.bar.warp.sync %all : i32
    %p = llvm.inline_asm has_side_effects asm_dialect = att "{ // elect\0A .reg .pred p; elect.sync _|p, 0xffffffff; /* one */ selp.b32 $0, 1, 0, p; }", "=r" : () -> i32
    %e = llvm.icmp "ne" %p, %c0 : i32
    scf.if %e {
      nvvm.mbarrier.arrive %smem : !llvm.ptr<3> -> i64
    }
  } else {
    %lane = llvm.sub %tid, %c32 : i32
    nvvm.mbarrier.try_wait.parity %smem, %c0, %ticks : !llvm.ptr<3>, i32, i32
    %yours = llvm.getelementptr %buf[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %v = llvm.load %yours : !llvm.ptr<3> -> f32
    %q = llvm.getelementptr %out[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %q : f32, !llvm.ptr<1>
  }
  llvm.return
}
