// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// A role of two waves signals its named barrier once for each wait: every phase takes one signal of each wave.
gpu.module @m [#rocdl.target<chip = "gfx1250">] {
  llvm.mlir.global internal @own() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0>
  gpu.func @k(%v: f32) workgroup(%x: memref<64xf32, 3>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c64 = arith.constant 64 : index
    %own = llvm.mlir.addressof @own : !llvm.ptr<3>
    rocdl.s.barrier.init %own member_cnt = 2 : !llvm.ptr<3>
    gpu.barrier
    %t = gpu.thread_id x
    %role = arith.cmpi ult, %t, %c64 : index
    scf.if %role {
      rocdl.s.barrier.join %own : !llvm.ptr<3>
      memref.store %v, %x[%t] : memref<64xf32, 3>
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal.var %own member_cnt = 0 : !llvm.ptr<3>
      rocdl.s.barrier.wait id = 1
    }
    gpu.return
  }
}
