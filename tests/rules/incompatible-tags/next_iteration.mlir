// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The fence stands behind both accesses in the text, and between them in time: what an iteration stores the next one loads.
llvm.mlir.global internal @lds() {addr_space = 3 : i32} : !llvm.array<256 x f32>
llvm.func @pass_on(%v: f32, %n: i32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c255 = llvm.mlir.constant(255 : i32) : i32
  %tid = rocdl.workitem.id.x : i32
  %other = llvm.sub %c255, %tid : i32
  %lds = llvm.mlir.addressof @lds : !llvm.ptr<3>
  %mine = llvm.getelementptr %lds[0, %tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<256 x f32>
  %yours = llvm.getelementptr %lds[0, %other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<256 x f32>
  llvm.store %v, %mine : f32, !llvm.ptr<3>
  rocdl.s.waitcnt 49279
  rocdl.s.barrier
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-error@below {{missing-fence: llvm.load}}
    %x = llvm.load %yours : !llvm.ptr<3> -> f32
    llvm.fence syncscope("workgroup") release {llvm.mmra = #llvm.mmra_tag<"amdgpu-synchronize-as":"local">}
    rocdl.s.barrier
    // expected-note@+2 {{written here, in the iteration before}}
    // expected-note@below {{this access}}
    llvm.store %x, %mine : f32, !llvm.ptr<3>
    // expected-warning@below {{incompatible-tags: llvm.fence has tags that leave out the access of %mine on line 23}}
    llvm.fence syncscope("workgroup") release {llvm.mmra = #llvm.mmra_tag<"amdgpu-synchronize-as":"global">}
    rocdl.s.barrier
  }
  llvm.return
}
