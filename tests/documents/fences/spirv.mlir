// RUN: fencepost lint %s --verify-diagnostics
// SPIR-V: the barrier's memory semantics say which storage classes it orders; a memory barrier alone meets nobody. Indices are arguments, so the pair is possible, not
// certain.
spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> {
  spirv.GlobalVariable @tile : !spirv.ptr<!spirv.struct<(!spirv.array<256 x f32, stride=4> [0])>, Workgroup>
  spirv.func @control_barrier(%v: f32, %i: i32, %j: i32) "None" attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [256, 1, 1]>} {
    %a = spirv.mlir.addressof @tile : !spirv.ptr<!spirv.struct<(!spirv.array<256 x f32, stride=4> [0])>, Workgroup>
    %zero = spirv.Constant 0 : i32
    %mine = spirv.AccessChain %a[%zero, %i] : !spirv.ptr<!spirv.struct<(!spirv.array<256 x f32, stride=4> [0])>, Workgroup>, i32, i32 -> !spirv.ptr<f32, Workgroup>
    %theirs = spirv.AccessChain %a[%zero, %j] : !spirv.ptr<!spirv.struct<(!spirv.array<256 x f32, stride=4> [0])>, Workgroup>, i32, i32 -> !spirv.ptr<f32, Workgroup>
    spirv.Store "Workgroup" %mine, %v : f32
    spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
    %x = spirv.Load "Workgroup" %theirs : f32
    spirv.Return
  }

  spirv.func @other_memory(%v: f32, %i: i32, %j: i32) "None" attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [256, 1, 1]>} {
    %a = spirv.mlir.addressof @tile : !spirv.ptr<!spirv.struct<(!spirv.array<256 x f32, stride=4> [0])>, Workgroup>
    %zero = spirv.Constant 0 : i32
    %mine = spirv.AccessChain %a[%zero, %i] : !spirv.ptr<!spirv.struct<(!spirv.array<256 x f32, stride=4> [0])>, Workgroup>, i32, i32 -> !spirv.ptr<f32, Workgroup>
    %theirs = spirv.AccessChain %a[%zero, %j] : !spirv.ptr<!spirv.struct<(!spirv.array<256 x f32, stride=4> [0])>, Workgroup>, i32, i32 -> !spirv.ptr<f32, Workgroup>
    spirv.Store "Workgroup" %mine, %v : f32  // expected-note {{written here}}
    spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|UniformMemory>
    // expected-warning@below {{missing-fence}}
    %x = spirv.Load "Workgroup" %theirs : f32
    spirv.Return
  }

  spirv.func @no_semantics(%v: f32, %i: i32, %j: i32) "None" attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [256, 1, 1]>} {
    %a = spirv.mlir.addressof @tile : !spirv.ptr<!spirv.struct<(!spirv.array<256 x f32, stride=4> [0])>, Workgroup>
    %zero = spirv.Constant 0 : i32
    %mine = spirv.AccessChain %a[%zero, %i] : !spirv.ptr<!spirv.struct<(!spirv.array<256 x f32, stride=4> [0])>, Workgroup>, i32, i32 -> !spirv.ptr<f32, Workgroup>
    %theirs = spirv.AccessChain %a[%zero, %j] : !spirv.ptr<!spirv.struct<(!spirv.array<256 x f32, stride=4> [0])>, Workgroup>, i32, i32 -> !spirv.ptr<f32, Workgroup>
    spirv.Store "Workgroup" %mine, %v : f32  // expected-note {{written here}}
    spirv.ControlBarrier <Workgroup>, <Workgroup>, <None>
    // expected-warning@below {{missing-fence}}
    %x = spirv.Load "Workgroup" %theirs : f32
    spirv.Return
  }

  spirv.func @memory_barrier_alone(%v: f32, %i: i32, %j: i32) "None" attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [256, 1, 1]>} {
    %a = spirv.mlir.addressof @tile : !spirv.ptr<!spirv.struct<(!spirv.array<256 x f32, stride=4> [0])>, Workgroup>
    %zero = spirv.Constant 0 : i32
    %mine = spirv.AccessChain %a[%zero, %i] : !spirv.ptr<!spirv.struct<(!spirv.array<256 x f32, stride=4> [0])>, Workgroup>, i32, i32 -> !spirv.ptr<f32, Workgroup>
    %theirs = spirv.AccessChain %a[%zero, %j] : !spirv.ptr<!spirv.struct<(!spirv.array<256 x f32, stride=4> [0])>, Workgroup>, i32, i32 -> !spirv.ptr<f32, Workgroup>
    spirv.Store "Workgroup" %mine, %v : f32  // expected-note {{written here}}
    spirv.MemoryBarrier <Workgroup>, <AcquireRelease|WorkgroupMemory>
    // expected-warning@below {{missing-barrier}}
    %x = spirv.Load "Workgroup" %theirs : f32
    spirv.Return
  }
}
