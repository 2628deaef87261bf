// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// The loop leaves the copy under way, however often it runs.
gpu.module @m [#rocdl.target<chip = "gfx1250">] {
  llvm.mlir.global internal @x() {addr_space = 3 : i32} : !llvm.array<32 x f32>
  gpu.func @k(%g: !llvm.ptr<1>, %n: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %x = llvm.mlir.addressof @x : !llvm.ptr<3>
    %id = gpu.thread_id x
    %t = arith.index_cast %id : index to i32
    %thirty_two = arith.constant 32 : i32
    %producer = arith.cmpi ult, %id, %c32 : index
    // expected-note@below {{no barrier can stand between them: not all threads take this way}}
    scf.if %producer {
      %to = llvm.getelementptr %x[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
      // expected-note@below {{copied here}}
      // expected-note@below {{the last copy}}
      rocdl.global.load.async.to.lds.b32 %g, %to, 0, 0 : !llvm.ptr<1>, !llvm.ptr<3>
      scf.for %i = %c0 to %n step %c1 {
        // expected-warning@below {{redundant-wait: waits for nothing}}
        rocdl.s.wait.asynccnt 1
      }
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
    } else {
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %l = arith.subi %t, %thirty_two : i32
      %from = llvm.getelementptr %x[%l] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
      // expected-error@below {{missing-async-wait: llvm.load may read %from before the rocdl.global.load.async.to.lds.b32 on line 19 has landed}}
      %r = llvm.load %from : !llvm.ptr<3> -> f32
    }
    gpu.return
  }
}
