// fencepost: target=gfx90a
// Where target and block size stand: comments (the one above is for all that say nothing nearer), attributes of functions and modules, aliases.
#translation = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [256, 2, 1] subgroup_size = 64>
#target = #rocdl.target<chip = "gfx1250">
func.func @from_the_top() { gpu.barrier return }
// fencepost: target=gfx1201 block=64,2
func.func @from_the_comment_before() { gpu.barrier return }
func.func @from_the_comment_inside() {
  // fencepost: block=32,1,1
  gpu.barrier
  return
}
func.func @iree() attributes {translation_info = #translation} { gpu.barrier return }
llvm.func @exact() attributes {target_cpu = "gfx942", gpu.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} { gpu.barrier llvm.return }
llvm.func @bound() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>} { gpu.barrier llvm.return }
llvm.func @product() attributes {rocdl.kernel, rocdl.flat_work_group_size = "1,512"} { gpu.barrier llvm.return }
// -----
// A section of its own: the comment at the top of the file still holds, the module's target does not come before it.
#target = #rocdl.target<chip = "gfx1250">
gpu.module @m [#target] {
  gpu.func @k() kernel { gpu.barrier gpu.return }
}
