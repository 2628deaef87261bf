// RUN: fencepost lint %s --verify-diagnostics
// Each reader asks once whether the tile is there, and waits where it was not; the address of all workgroup memory comes from one lane of each warp.
module attributes {gpu.container_module} {
  gpu.module @m [#nvvm.target<chip = "sm_100a">] {
    llvm.mlir.global external @memory() {addr_space = 3 : i32, alignment = 1024 : i64, dso_local} : !llvm.array<0 x i8>
    llvm.func @copy(%map: !llvm.ptr, %source: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
      %c0 = llvm.mlir.constant(0 : i32) : i32
      %c1 = llvm.mlir.constant(1 : i32) : i32
      %c31 = llvm.mlir.constant(31 : i32) : i32
      %c32 = llvm.mlir.constant(32 : i32) : i32
      %all = llvm.mlir.constant(-1 : i32) : i32
      %bytes = llvm.mlir.constant(256 : i32) : i32
      %ticks = llvm.mlir.constant(10000000 : i32) : i32
      %memory = llvm.mlir.addressof @memory : !llvm.ptr<3>
      %number = llvm.ptrtoint %memory : !llvm.ptr<3> to i32
      %same = nvvm.shfl.sync idx %all, %number, %c0, %c31 : i32 -> i32
      %wide = llvm.zext %same : i32 to i64
      %base = llvm.inttoptr %wide : i64 to !llvm.ptr<3>
      %full = llvm.getelementptr %base[0] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %tile = llvm.getelementptr %base[128] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      %tid = nvvm.read.ptx.sreg.tid.x : i32
      %of_warp = llvm.udiv %tid, %c32 : i32
      %warp = nvvm.shfl.sync idx %all, %of_warp, %c0, %c31 : i32 -> i32
      %first = llvm.icmp "eq" %warp, %c0 : i32
      nvvm.prefetch tensormap, %map : !llvm.ptr
      llvm.cond_br %first, ^init, ^made
    ^init:
      %one = nvvm.elect.sync -> i1
      llvm.cond_br %one, ^inits, ^made
    ^inits:
      nvvm.mbarrier.init %full, %c1 : !llvm.ptr<3>, i32
      llvm.br ^made
    ^made:
      nvvm.fence.mbarrier.init
      nvvm.barrier
      llvm.cond_br %first, ^load, ^use
    ^load:
      %leads = nvvm.elect.sync -> i1
      llvm.cond_br %leads, ^loads, ^use
    ^loads:
      %t = nvvm.mbarrier.arrive.expect_tx %full, %bytes : !llvm.ptr<3>, i32 -> i64
      nvvm.cp.async.bulk.shared.cluster.global %tile, %source, %full, %bytes : !llvm.ptr<3>, !llvm.ptr<1>
      llvm.br ^use
    ^use:
      %there = nvvm.mbarrier.wait.parity %full, %c0 {kind = #nvvm.mbar_wait<try>} : !llvm.ptr<3>, i32 -> i1
      llvm.cond_br %there, ^read, ^wait
    ^wait:
      nvvm.mbarrier.try_wait.parity %full, %c0, %ticks : !llvm.ptr<3>, i32, i32
      llvm.br ^read
    ^read:
      %at = llvm.getelementptr %tile[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %v = llvm.load %at : !llvm.ptr<3> -> i32
      llvm.store %v, %out : i32, !llvm.ptr<1>
      llvm.return
    }
  }
}
