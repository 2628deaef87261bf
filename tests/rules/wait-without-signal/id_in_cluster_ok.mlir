// RUN: fencepost lint %s --verify-diagnostics
// The workgroup whose id is the first one of its cluster commits its products, on the objects of both.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
llvm.func @k() attributes {nvvm.kernel, cutlass_launch_facts = {cluster_launch = true, exact_block_dim = array<i64: 64, 1, 1>, exact_cluster_dim = array<i64: 2, 1, 1>, exact_grid_dim = array<i64: 8, 1, 1>}, nvvm.target = #nvvm.target<chip = "sm_100a">} {
  %both = llvm.mlir.constant(3 : i16) : i16
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %object = llvm.ptrtoint %smem : !llvm.ptr<3> to i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %id = nvvm.read.ptx.sreg.ctaid.x : i32
  %cluster = nvvm.read.ptx.sreg.clusterid.x : i32
  %clusters = nvvm.read.ptx.sreg.nclusterid.x : i32
  %size = nvvm.read.ptx.sreg.cluster.nctaid.x : i32
  %before = llvm.mul %cluster, %size : i32
  %rank = llvm.sub %id, %before : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %leader = llvm.icmp "eq" %rank, %c0 : i32
  %exists = llvm.icmp "ult" %cluster, %clusters : i32
  %leads = llvm.and %leader, %exists : i1
  %commits = llvm.and %first, %leads : i1
  llvm.inline_asm has_side_effects "@$0 mbarrier.init.shared::cta.b64 [$1], 1;", "b,r" %first, %smem : (i1, !llvm.ptr<3>) -> !llvm.void
  nvvm.cluster.arrive
  nvvm.cluster.wait
  nvvm.barrier
  llvm.inline_asm has_side_effects "@$0 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [$1], $2;", "b,r,h" %commits, %object, %both : (i1, i32, i16) -> !llvm.void
  llvm.inline_asm has_side_effects "{\0A.reg .pred complete;\0AwaitLoop:\0Ambarrier.try_wait.parity.shared::cta.b64 complete, [$0], $1;\0A@!complete bra.uni waitLoop;\0A}", "r,r" %smem, %c0 : (!llvm.ptr<3>, i32) -> !llvm.void
  llvm.return
}
