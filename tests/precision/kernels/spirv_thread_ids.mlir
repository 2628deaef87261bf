// RUN: fencepost lint %s --ignore=redundant-barrier --verify-diagnostics
// SPIR-V loads thread ids from a built-in variable: a thread reads what it has stored itself; the second load reads what another has.
spirv.module Logical GLSL450 {
  spirv.GlobalVariable @__builtin__LocalInvocationId__ built_in("LocalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @memory : !spirv.ptr<!spirv.struct<(!spirv.array<256 x f32>)>, Workgroup>
  spirv.func @own_and_other(%v: f32) "None" attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
    %zero = spirv.Constant 0 : i32
    %last = spirv.Constant 255 : i32
    %ids = spirv.mlir.addressof @__builtin__LocalInvocationId__ : !spirv.ptr<vector<3xi32>, Input>
    %vector = spirv.Load "Input" %ids : vector<3xi32>
    %x = spirv.CompositeExtract %vector[0 : i32] : vector<3xi32>
    %other = spirv.ISub %last, %x : i32
    %memory = spirv.mlir.addressof @memory : !spirv.ptr<!spirv.struct<(!spirv.array<256 x f32>)>, Workgroup>
    %own = spirv.AccessChain %memory[%zero, %x] : !spirv.ptr<!spirv.struct<(!spirv.array<256 x f32>)>, Workgroup>, i32, i32 -> !spirv.ptr<f32, Workgroup>
    %theirs = spirv.AccessChain %memory[%zero, %other] : !spirv.ptr<!spirv.struct<(!spirv.array<256 x f32>)>, Workgroup>, i32, i32 -> !spirv.ptr<f32, Workgroup>
    spirv.Store "Workgroup" %own, %v : f32 // expected-note {{written here}}
    %a = spirv.Load "Workgroup" %own : f32
    // expected-error@below {{missing-barrier: spirv.Load may read %theirs}}
    %b = spirv.Load "Workgroup" %theirs : f32
    spirv.Return
  }
}
