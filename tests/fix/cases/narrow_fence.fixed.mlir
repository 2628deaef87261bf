// RUN: fencepost fix %s --min-level=hint
// A release fence that only LDS data crosses: the tag says so. The other fence shows that such tags are read here.
gpu.module @kernels [#rocdl.target<chip = "gfx1201">] {
  llvm.mlir.global internal @lds() {addr_space = 3 : i32} : !llvm.array<256 x f32>
  llvm.func @reverse(%x: f32) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
    %c255 = llvm.mlir.constant(255 : i32) : i32
    %lds = llvm.mlir.addressof @lds : !llvm.ptr<3>
    %tid = rocdl.workitem.id.x : i32
    %other = llvm.sub %c255, %tid : i32
    %p = llvm.getelementptr %lds[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %q = llvm.getelementptr %lds[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.store %x, %p : f32, !llvm.ptr<3>
    llvm.fence syncscope("workgroup") release {llvm.mmra = #llvm.mmra_tag<"amdgpu-synchronize-as":"local">}
    rocdl.s.barrier
    llvm.fence syncscope("workgroup") acquire {llvm.mmra = #llvm.mmra_tag<"amdgpu-synchronize-as":"local">}
    %y = llvm.load %q : !llvm.ptr<3> -> f32
    llvm.return
  }
}
