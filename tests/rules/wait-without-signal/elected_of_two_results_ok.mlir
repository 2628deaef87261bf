// RUN: fencepost lint %s --target sm_90 --verify-diagnostics
// The barrier counts 1 arrival, and one elected lane arrives. With two results, the second of which begins as 0.
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
    %pair = llvm.inline_asm has_side_effects "{\0A.reg .b32 %rx;\0A.reg .pred %px;\0A elect.sync %rx|%px, $2;\0A@%px mov.s32 $1, 1;\0A mov.s32 $0, %rx;\0A}\0A", "=r,=r,r,0,1" %all, %c0, %c0 : (i32, i32, i32) -> !llvm.struct<(i32, i32)>
    %p = llvm.extractvalue %pair[1] : !llvm.struct<(i32, i32)>
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
// With two results, the second of which is chosen.
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
    %pair = llvm.inline_asm has_side_effects "{ .reg .pred P; elect.sync $0|P, $2; selp.u32 $1, 1, 0, P; }", "=r,=r,r" %all : (i32) -> !llvm.struct<(i32, i32)>
    %p = llvm.extractvalue %pair[1] : !llvm.struct<(i32, i32)>
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
// The second result is the predicate.
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
    %pair = llvm.inline_asm has_side_effects "elect.sync $0|$1, $2;", "=r,=b,r" %all : (i32) -> !llvm.struct<(i32, i1)>
    %e = llvm.extractvalue %pair[1] : !llvm.struct<(i32, i1)>
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
