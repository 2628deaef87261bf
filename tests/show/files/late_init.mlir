// Each of two workgroups arrives on the barrier of the other one, which may not have made it yet.
gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
  llvm.mlir.global internal @bar() {addr_space = 3 : i32} : i64
  llvm.func @late_init(%ticks: i32) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.reqntid = array<i32: 64, 1, 1>} {
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %first = llvm.icmp "eq" %tid, %zero : i32
    llvm.cond_br %first, ^init, ^made
  ^init:
    nvvm.mbarrier.init %bar, %one : !llvm.ptr<3>, i32
    llvm.br ^made
  ^made:
    nvvm.barrier
    llvm.cond_br %first, ^tell, ^wait
  ^tell:
    %other = llvm.xor %rank, %one : i32
    %remote = nvvm.mapa %bar, %other : !llvm.ptr<3> -> !llvm.ptr<7>
    nvvm.mbarrier.arrive %remote : !llvm.ptr<7>
    llvm.br ^wait
  ^wait:
    nvvm.mbarrier.try_wait.parity %bar, %zero, %ticks : !llvm.ptr<3>, i32, i32
    nvvm.cluster.arrive
    nvvm.cluster.wait
    llvm.return
  }
}
