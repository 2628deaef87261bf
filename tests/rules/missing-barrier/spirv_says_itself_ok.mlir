// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// What a global holds it says itself, whatever its name; how many invocations there are an execution mode does: each reads what it has written.
spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], []> {
  spirv.GlobalVariable @local built_in("LocalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @tile : !spirv.ptr<!spirv.array<128 x f32>, Workgroup>
  spirv.func @k(%v: f32) "None" {
    %c127 = spirv.Constant 127 : i32
    %ids = spirv.mlir.addressof @local : !spirv.ptr<vector<3xi32>, Input>
    %xyz = spirv.Load "Input" %ids : vector<3xi32>
    %x = spirv.CompositeExtract %xyz[0 : i32] : vector<3xi32>
    %tile = spirv.mlir.addressof @tile : !spirv.ptr<!spirv.array<128 x f32>, Workgroup>
    %mine = spirv.AccessChain %tile[%x] : !spirv.ptr<!spirv.array<128 x f32>, Workgroup>, i32 -> !spirv.ptr<f32, Workgroup>
    spirv.Store "Workgroup" %mine, %v : f32
    %other = spirv.ISub %c127, %x : i32
    %yours = spirv.AccessChain %tile[%x] : !spirv.ptr<!spirv.array<128 x f32>, Workgroup>, i32 -> !spirv.ptr<f32, Workgroup>
    %r = spirv.Load "Workgroup" %yours : f32
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @other, @local
  spirv.EntryPoint "GLCompute" @k, @local
  spirv.ExecutionMode @k2 "LocalSize", 32, 1, 1
  spirv.ExecutionMode @k "LocalSize", 128, 1, 1
}
// -----
// The size as an attribute of the function.
spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], []> {
  spirv.GlobalVariable @local built_in("LocalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @tile : !spirv.ptr<!spirv.array<128 x f32>, Workgroup>
  spirv.func @k(%v: f32) "None" attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [128, 1, 1]>} {
    %c127 = spirv.Constant 127 : i32
    %ids = spirv.mlir.addressof @local : !spirv.ptr<vector<3xi32>, Input>
    %xyz = spirv.Load "Input" %ids : vector<3xi32>
    %x = spirv.CompositeExtract %xyz[0 : i32] : vector<3xi32>
    %tile = spirv.mlir.addressof @tile : !spirv.ptr<!spirv.array<128 x f32>, Workgroup>
    %mine = spirv.AccessChain %tile[%x] : !spirv.ptr<!spirv.array<128 x f32>, Workgroup>, i32 -> !spirv.ptr<f32, Workgroup>
    spirv.Store "Workgroup" %mine, %v : f32
    %other = spirv.ISub %c127, %x : i32
    %yours = spirv.AccessChain %tile[%x] : !spirv.ptr<!spirv.array<128 x f32>, Workgroup>, i32 -> !spirv.ptr<f32, Workgroup>
    %r = spirv.Load "Workgroup" %yours : f32
    spirv.Return
  }
}
