// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// Triton's matrix product names shared memory by numbers: what is stored may be read by it, which the barrier in front of it orders.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
llvm.func @product(%v: f32, %acc: !llvm.struct<(f32, f32)>, %a: i64, %b: i64, %t: i1) -> !llvm.struct<(f32, f32)> attributes {nvvm.kernel = 1 : ui1, nvvm.reqntid = array<i32: 128>} {
  %base = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %p = llvm.getelementptr inbounds %base[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %p : f32, !llvm.ptr<3>
  nvvm.barrier
  nvvm.wgmma.fence.aligned
  %r = nvg.wgmma %a, %b, %t, %acc {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 1 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1, !llvm.struct<(f32, f32)>) -> !llvm.struct<(f32, f32)>
  nvvm.wgmma.commit.group.sync.aligned
  %w = nvg.wgmma_wait_group %r {pendings = 0 : i32} : !llvm.struct<(f32, f32)>
  llvm.return %w : !llvm.struct<(f32, f32)>
}
