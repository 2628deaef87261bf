// RUN: fencepost lint %s --min-level=warning --verify-diagnostics
// Each store is waited for before its wave signals.
gpu.module @kernels [#rocdl.target<chip = "gfx1250">] {
  llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<32 x f32>
  llvm.mlir.global internal @full() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0>
  llvm.mlir.global internal @free() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0>
  gpu.func @handover(%f: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %full = llvm.mlir.addressof @full : !llvm.ptr<3>
    %free = llvm.mlir.addressof @free : !llvm.ptr<3>
    rocdl.s.barrier.init %full member_cnt = 2 : !llvm.ptr<3>
    rocdl.s.barrier.init %free member_cnt = 2 : !llvm.ptr<3>
    gpu.barrier
    %id = gpu.thread_id x
    %tid = arith.index_cast %id : index to i32
    %c32 = arith.constant 32 : i32
    %lane = arith.remui %tid, %c32 : i32
    %here = llvm.getelementptr %tile[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %writes = arith.cmpi ult, %tid, %c32 : i32
    scf.if %writes {
      llvm.store %f, %here : f32, !llvm.ptr<3>
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal.var %full member_cnt = 0 : !llvm.ptr<3>
      rocdl.s.barrier.join %free : !llvm.ptr<3>
      rocdl.s.barrier.signal.var %free member_cnt = 0 : !llvm.ptr<3>
      rocdl.s.barrier.wait id = 1
      llvm.store %f, %here : f32, !llvm.ptr<3>
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal.var %full member_cnt = 0 : !llvm.ptr<3>
    } else {
      rocdl.s.barrier.join %full : !llvm.ptr<3>
      rocdl.s.barrier.signal.var %full member_cnt = 0 : !llvm.ptr<3>
      rocdl.s.barrier.wait id = 1
      %v = llvm.load %here : !llvm.ptr<3> -> f32
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal.var %free member_cnt = 0 : !llvm.ptr<3>
      rocdl.s.barrier.signal.var %full member_cnt = 0 : !llvm.ptr<3>
      rocdl.s.barrier.wait id = 1
      %w = llvm.load %here : !llvm.ptr<3> -> f32
    }
    gpu.return
  }
}
