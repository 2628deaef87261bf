// What barriers, fences and split barriers say in their text: spaces, scope, ids, members, orderings, tags.
#ws = #gpu.address_space<workgroup>
#mmra = #llvm.mmra_tag<"amdgpu-synchronize-as":"local">
llvm.mlir.global internal @named() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0>
gpu.func @barriers(%c: i1) {
  gpu.barrier
  gpu.barrier memfence [#ws]
  gpu.barrier memfence [#gpu.address_space<global>, #gpu.address_space<workgroup>]
  gpu.barrier memfence []
  amdgpu.lds_barrier
  rocdl.s.barrier
  nvvm.barrier0
  ttg.barrier local|global_read
  ttg.barrier none
  spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
  amdg.cond_barrier %c
  gpu.return
}
llvm.func @counted() {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  nvvm.barrier
  nvvm.barrier id = %c1
  nvvm.barrier id = %c1 number_of_threads = %c64
  nvvm.barrier.arrive id = %c1 number_of_threads = %c64
  nvvm.bar.warp.sync %c1 : i32
  llvm.return
}
llvm.func @split() {
  %0 = llvm.mlir.addressof @named : !llvm.ptr<3>
  rocdl.s.barrier.signal -1
  rocdl.s.barrier.wait id = -1
  rocdl.s.barrier.init %0 member_cnt = 4 : !llvm.ptr<3>
  rocdl.s.barrier.join %0 : !llvm.ptr<3>
  rocdl.s.barrier.signal.var %0 member_cnt = 0 : !llvm.ptr<3>
  rocdl.s.barrier.wait id = 1
  rocdl.s.barrier.leave id = 1
  rocdl.s.setprio 1
  llvm.return
}
llvm.func @fences() {
  llvm.fence syncscope("workgroup") release
  llvm.fence syncscope("workgroup") acquire {llvm.mmra = #mmra}
  llvm.fence syncscope("workgroup") release {llvm.mmra = #llvm.mmra_tag<"amdgpu-synchronize-as":"global">}
  llvm.fence syncscope("workgroup-one-as") acq_rel
  llvm.fence syncscope("wavefront") seq_cst
  llvm.fence seq_cst
  llvm.return
}
