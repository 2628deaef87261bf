// RUN: fencepost lint %s --verify-diagnostics
// The elected thread asks for nothing that other threads have written: it only prefetches what is scattered.
// fencepost: target=sm_100 block=64,1,1
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<0 x i8>
llvm.func @k(%map: !llvm.ptr, %row: i32, %value: f32) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %own = llvm.getelementptr %smem[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %value, %own : f32, !llvm.ptr<3>
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  // expected-warning@below {{redundant-barrier}}
  nvvm.barrier
  llvm.inline_asm has_side_effects "@$0 cp.async.bulk.prefetch.tensor.2d.L2.global.tile::gather4 [$1, {$2, $2, $2, $2, $2}];", "b,l,r" %first, %map, %row : (i1, !llvm.ptr, i32) -> !llvm.void
  nvvm.cp.async.bulk.commit.group
  nvvm.cp.async.bulk.wait_group 0 {read}
  llvm.return
}
