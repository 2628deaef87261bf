// RUN: fencepost lint %s --min-level=warning --verify-diagnostics
// A barrier for each slot, chosen by the loop's counter.
gpu.module @kernels [#rocdl.target<chip = "gfx1250">] {
  llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<64 x f32>
  llvm.mlir.global internal @first() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0>
  llvm.mlir.global internal @second() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0>
  gpu.func @slots(%f: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %first = llvm.mlir.addressof @first : !llvm.ptr<3>
    %second = llvm.mlir.addressof @second : !llvm.ptr<3>
    rocdl.s.barrier.init %first member_cnt = 2 : !llvm.ptr<3>
    rocdl.s.barrier.init %second member_cnt = 2 : !llvm.ptr<3>
    gpu.barrier
    %id = gpu.thread_id x
    %tid = arith.index_cast %id : index to i32
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c32 = arith.constant 32 : i32
    %lane = arith.remui %tid, %c32 : i32
    %writes = arith.cmpi ult, %tid, %c32 : i32
    scf.if %writes {
      scf.for %i = %c0 to %c2 step %c1 : i32 {
        %row = arith.muli %i, %c32 : i32
        %at = arith.addi %row, %lane : i32
        %here = llvm.getelementptr %tile[%at] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
        llvm.store %f, %here : f32, !llvm.ptr<3>
        rocdl.s.wait.dscnt 0
        %even = arith.cmpi eq, %i, %c0 : i32
        %full = arith.select %even, %first, %second : !llvm.ptr<3>
        rocdl.s.barrier.signal.var %full member_cnt = 0 : !llvm.ptr<3>
      }
    } else {
      scf.for %i = %c0 to %c2 step %c1 : i32 {
        %even = arith.cmpi eq, %i, %c0 : i32
        %full = arith.select %even, %first, %second : !llvm.ptr<3>
        rocdl.s.barrier.join %full : !llvm.ptr<3>
        rocdl.s.barrier.signal.var %full member_cnt = 0 : !llvm.ptr<3>
        rocdl.s.barrier.wait id = 1
        %row = arith.muli %i, %c32 : i32
        %at = arith.addi %row, %lane : i32
        %here = llvm.getelementptr %tile[%at] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
        %v = llvm.load %here : !llvm.ptr<3> -> f32
      }
    }
    gpu.return
  }
}
