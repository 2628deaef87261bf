// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// They arrive behind it.
gpu.module @m {
  gpu.func @k(%full: !llvm.ptr<3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c32 = arith.constant 32 : index
    %t = gpu.thread_id x
    %p = arith.cmpi ult, %t, %c32 : index
    rocdl.s.barrier.init %full member_cnt = 2 : !llvm.ptr<3>
    gpu.barrier
    rocdl.s.barrier.join %full : !llvm.ptr<3>
    rocdl.s.barrier.signal.var %full member_cnt = 2 : !llvm.ptr<3>
    scf.if %p {
      rocdl.s.barrier.wait id = 1
    }
    gpu.return
  }
}
