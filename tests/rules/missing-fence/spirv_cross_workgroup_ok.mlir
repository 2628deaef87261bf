// RUN: fencepost lint %s --verify-diagnostics
// The semantics name the memory that crosses the barrier.
spirv.module Physical64 OpenCL requires #spirv.vce<v1.0, [Kernel, Addresses], []> {
  spirv.GlobalVariable @tile : !spirv.ptr<!spirv.array<256 x f32>, Workgroup>
  spirv.GlobalVariable @id built_in("LocalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.func @reverse(%v: f32) "None" {
    %c255 = spirv.Constant 255 : i32
    %ids = spirv.mlir.addressof @id : !spirv.ptr<vector<3xi32>, Input>
    %xyz = spirv.Load "Input" %ids : vector<3xi32>
    %tid = spirv.CompositeExtract %xyz[0 : i32] : vector<3xi32>
    %other = spirv.ISub %c255, %tid : i32
    %tile = spirv.mlir.addressof @tile : !spirv.ptr<!spirv.array<256 x f32>, Workgroup>
    %mine = spirv.AccessChain %tile[%tid] : !spirv.ptr<!spirv.array<256 x f32>, Workgroup>, i32 -> !spirv.ptr<f32, Workgroup>
    %yours = spirv.AccessChain %tile[%other] : !spirv.ptr<!spirv.array<256 x f32>, Workgroup>, i32 -> !spirv.ptr<f32, Workgroup>
    spirv.Store "Workgroup" %mine, %v : f32
    spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
    %r = spirv.Load "Workgroup" %yours : f32
    spirv.Return
  }
}
