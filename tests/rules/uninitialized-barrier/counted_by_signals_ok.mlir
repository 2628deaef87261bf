// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// No init, but each signal says how many waves take part: the chip takes the count from it.
gpu.module @m [#rocdl.target<chip = "gfx1250">] {
  llvm.mlir.global internal @half() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0>
  gpu.func @k(%v: f32) workgroup(%x: memref<64xf32, 3>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c63 = arith.constant 63 : index
    %c64 = arith.constant 64 : index
    %half = llvm.mlir.addressof @half : !llvm.ptr<3>
    %t = gpu.thread_id x
    %role = arith.cmpi ult, %t, %c64 : index
    scf.if %role {
      memref.store %v, %x[%t] : memref<64xf32, 3>
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.join %half : !llvm.ptr<3>
      rocdl.s.barrier.signal.var %half member_cnt = 2 : !llvm.ptr<3>
      rocdl.s.barrier.wait id = 1
      %other = arith.subi %c63, %t : index
      %r = memref.load %x[%other] : memref<64xf32, 3>
    }
    gpu.return
  }
}
