// RUN: fencepost lint %s --min-level=warning --verify-diagnostics
// The buffer is handed over, and not back.
gpu.module @m [#rocdl.target<chip = "gfx1250">] {
  llvm.mlir.global internal @full() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0>
  llvm.mlir.global internal @free() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0>
  gpu.func @k(%out: memref<?xf32>, %f: f32) workgroup(%x: memref<32xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c32 = arith.constant 32 : index
    %t = gpu.thread_id x
    %l = arith.remui %t, %c32 : index
    %full = llvm.mlir.addressof @full : !llvm.ptr<3>
    %free = llvm.mlir.addressof @free : !llvm.ptr<3>
    %p = arith.cmpi ult, %t, %c32 : index
    rocdl.s.barrier.init %full member_cnt = 2 : !llvm.ptr<3>
    rocdl.s.barrier.init %free member_cnt = 2 : !llvm.ptr<3>
    gpu.barrier
    scf.if %p {
      scf.for %i = %c0 to %c4 step %c1 {
        memref.store %f, %x[%l] : memref<32xf32, #gpu.address_space<workgroup>> // expected-error {{missing-barrier: race between streams: %x is overwritten while line 32 reads it}}
        rocdl.s.wait.dscnt 0
        rocdl.s.barrier.join %full : !llvm.ptr<3>
        rocdl.s.barrier.signal.var %full member_cnt = 2 : !llvm.ptr<3>
        rocdl.s.barrier.wait id = 1 // expected-note {{the last that wave 0 waits for, @full: it comes from before the access}}
      }
    } else {
      scf.for %i = %c0 to %c4 step %c1 {
        rocdl.s.barrier.join %full : !llvm.ptr<3>
        rocdl.s.barrier.signal.var %full member_cnt = 2 : !llvm.ptr<3> // expected-note {{the next that wave 1 tells others, on @full: wave 0 has not waited for it}}
        rocdl.s.barrier.wait id = 1
        %v = memref.load %x[%l] : memref<32xf32, #gpu.address_space<workgroup>> // expected-note {{wave 1 reads here, in iteration 0}}
        memref.store %v, %out[%t] : memref<?xf32>
      }
    }
    gpu.return
  }
}
