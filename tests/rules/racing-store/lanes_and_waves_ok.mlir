// RUN: fencepost lint %s --min-level warning --verify-diagnostics
// Four warps hold a tile twice, and each sums it up over lanes whose numbers differ by 16 and by 8: lanes of one warp and of
// another one that store to one place store one value.
gpu.module @m [#nvvm.target<chip = "sm_80">] {
  llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<1024 x f32>
  llvm.func @k(%g: !llvm.ptr<1>, %o: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c63 = llvm.mlir.constant(63 : i32) : i32
    %c64 = llvm.mlir.constant(64 : i32) : i32
    %c512 = llvm.mlir.constant(512 : i32) : i32
    %zero = llvm.mlir.constant(0.0 : f32) : f32
    %m1 = llvm.mlir.constant(-1 : i32) : i32
    %c31 = llvm.mlir.constant(31 : i32) : i32
    %c16 = llvm.mlir.constant(16 : i32) : i32
    %c8 = llvm.mlir.constant(8 : i32) : i32
    %c5 = llvm.mlir.constant(5 : i32) : i32
    %c7 = llvm.mlir.constant(7 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %base = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %elem = llvm.and %tid, %c63 : i32
    %un = llvm.mlir.undef : !llvm.struct<(f32, f32)>
    %s0 = llvm.insertvalue %zero, %un[0] : !llvm.struct<(f32, f32)>
    %s1 = llvm.insertvalue %zero, %s0[1] : !llvm.struct<(f32, f32)>
    llvm.br ^head(%c0, %s1 : i32, !llvm.struct<(f32, f32)>)
  ^head(%i: i32, %acc: !llvm.struct<(f32, f32)>):
    %more = llvm.icmp "slt" %i, %n : i32
    llvm.cond_br %more, ^body, ^done
  ^body:
    %row = llvm.mul %i, %c64 : i32
    %ix = llvm.add %row, %elem : i32
    %gp = llvm.getelementptr %g[%ix] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %x = llvm.load %gp : !llvm.ptr<1> -> f32
    %a0 = llvm.extractvalue %acc[0] : !llvm.struct<(f32, f32)>
    %a1 = llvm.extractvalue %acc[1] : !llvm.struct<(f32, f32)>
    %b0 = llvm.fadd %a0, %x : f32
    %b1 = llvm.fmul %a1, %x : f32
    %n0 = llvm.insertvalue %b0, %un[0] : !llvm.struct<(f32, f32)>
    %n1 = llvm.insertvalue %b1, %n0[1] : !llvm.struct<(f32, f32)>
    %i1 = llvm.add %i, %c1 : i32
    llvm.br ^head(%i1, %n1 : i32, !llvm.struct<(f32, f32)>)
  ^done:
    %q0 = llvm.extractvalue %acc[0] : !llvm.struct<(f32, f32)>
    %h0 = nvvm.shfl.sync bfly %m1, %q0, %c16, %c31 : f32 -> f32
    %h1 = llvm.fadd %q0, %h0 : f32
    %h2 = nvvm.shfl.sync bfly %m1, %h1, %c8, %c31 : f32 -> f32
    %h3 = llvm.fadd %h1, %h2 : f32
    %e2 = llvm.lshr %elem, %c5 : i32
    %e7 = llvm.and %elem, %c7 : i32
    %e8 = llvm.mul %e2, %c8 : i32
    %slot = llvm.add %e8, %e7 : i32
    %sa = llvm.add %slot, %c512 : i32
    %sp = llvm.getelementptr %base[%sa] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.store %h3, %sp : f32, !llvm.ptr<3>
    nvvm.barrier0
    %la = llvm.add %e7, %c512 : i32
    %lp = llvm.getelementptr %base[%la] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %lv = llvm.load %lp : !llvm.ptr<3> -> f32
    %op = llvm.getelementptr %o[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %lv, %op : f32, !llvm.ptr<1>
    llvm.return
  }
}
