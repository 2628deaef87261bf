// RUN: fencepost lint %s --ignore=redundant-barrier,hoistable-barrier --verify-diagnostics
// SPIR-V hands the results of a loop out through variables. One that is stored once holds what the last iteration stored: after eight turns the first
// half again, after seven the second. A variable that is stored at two places holds either.
spirv.module Logical GLSL450 {
  spirv.GlobalVariable @__builtin__LocalInvocationId__ built_in("LocalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @memory : !spirv.ptr<!spirv.struct<(!spirv.array<512 x f32>)>, Workgroup>
  spirv.func @eight_turns(%v: f32) "None" attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
    %zero = spirv.Constant 0 : i32
    %one = spirv.Constant 1 : i32
    %turns = spirv.Constant 8 : i32
    %size = spirv.Constant 256 : i32
    %last = spirv.Constant 255 : i32
    %ids = spirv.mlir.addressof @__builtin__LocalInvocationId__ : !spirv.ptr<vector<3xi32>, Input>
    %vector = spirv.Load "Input" %ids : vector<3xi32>
    %x = spirv.CompositeExtract %vector[0 : i32] : vector<3xi32>
    %mirror = spirv.ISub %last, %x : i32
    %second = spirv.IAdd %x, %size : i32
    %memory = spirv.mlir.addressof @memory : !spirv.ptr<!spirv.struct<(!spirv.array<512 x f32>)>, Workgroup>
    %variable = spirv.Variable : !spirv.ptr<i32, Function>
    spirv.mlir.loop {
      spirv.Branch ^head(%zero, %zero : i32, i32)
    ^head(%i: i32, %half: i32):
      %more = spirv.SLessThan %i, %turns : i32
      spirv.BranchConditional %more, ^body, ^end
    ^body:
      %next = spirv.ISub %one, %half : i32
      spirv.Store "Function" %variable, %next : i32
      %j = spirv.IAdd %i, %one : i32
      spirv.Branch ^head(%j, %next : i32, i32)
    ^end:
      spirv.mlir.merge
    }
    %held = spirv.Load "Function" %variable : i32
    %start = spirv.IMul %held, %size : i32
    %theirs = spirv.IAdd %start, %mirror : i32
    %to = spirv.AccessChain %memory[%zero, %second] : !spirv.ptr<!spirv.struct<(!spirv.array<512 x f32>)>, Workgroup>, i32, i32 -> !spirv.ptr<f32, Workgroup>
    %from = spirv.AccessChain %memory[%zero, %theirs] : !spirv.ptr<!spirv.struct<(!spirv.array<512 x f32>)>, Workgroup>, i32, i32 -> !spirv.ptr<f32, Workgroup>
    spirv.Store "Workgroup" %to, %v : f32
    %read = spirv.Load "Workgroup" %from : f32
    spirv.Return
  }
  spirv.func @seven_turns(%v: f32) "None" attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
    %zero = spirv.Constant 0 : i32
    %one = spirv.Constant 1 : i32
    %turns = spirv.Constant 7 : i32
    %size = spirv.Constant 256 : i32
    %last = spirv.Constant 255 : i32
    %ids = spirv.mlir.addressof @__builtin__LocalInvocationId__ : !spirv.ptr<vector<3xi32>, Input>
    %vector = spirv.Load "Input" %ids : vector<3xi32>
    %x = spirv.CompositeExtract %vector[0 : i32] : vector<3xi32>
    %mirror = spirv.ISub %last, %x : i32
    %second = spirv.IAdd %x, %size : i32
    %memory = spirv.mlir.addressof @memory : !spirv.ptr<!spirv.struct<(!spirv.array<512 x f32>)>, Workgroup>
    %variable = spirv.Variable : !spirv.ptr<i32, Function>
    spirv.mlir.loop {
      spirv.Branch ^head(%zero, %zero : i32, i32)
    ^head(%i: i32, %half: i32):
      %more = spirv.SLessThan %i, %turns : i32
      spirv.BranchConditional %more, ^body, ^end
    ^body:
      %next = spirv.ISub %one, %half : i32
      spirv.Store "Function" %variable, %next : i32
      %j = spirv.IAdd %i, %one : i32
      spirv.Branch ^head(%j, %next : i32, i32)
    ^end:
      spirv.mlir.merge
    }
    %held = spirv.Load "Function" %variable : i32
    %start = spirv.IMul %held, %size : i32
    %theirs = spirv.IAdd %start, %mirror : i32
    %to = spirv.AccessChain %memory[%zero, %second] : !spirv.ptr<!spirv.struct<(!spirv.array<512 x f32>)>, Workgroup>, i32, i32 -> !spirv.ptr<f32, Workgroup>
    %from = spirv.AccessChain %memory[%zero, %theirs] : !spirv.ptr<!spirv.struct<(!spirv.array<512 x f32>)>, Workgroup>, i32, i32 -> !spirv.ptr<f32, Workgroup>
    spirv.Store "Workgroup" %to, %v : f32 // expected-note {{written here}}
    // expected-error@below {{missing-barrier: spirv.Load may read %from}}
    %read = spirv.Load "Workgroup" %from : f32
    spirv.Return
  }
  spirv.func @stored_twice(%v: f32, %flag: i1) "None" attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
    %zero = spirv.Constant 0 : i32
    %one = spirv.Constant 1 : i32
    %size = spirv.Constant 256 : i32
    %last = spirv.Constant 255 : i32
    %ids = spirv.mlir.addressof @__builtin__LocalInvocationId__ : !spirv.ptr<vector<3xi32>, Input>
    %vector = spirv.Load "Input" %ids : vector<3xi32>
    %x = spirv.CompositeExtract %vector[0 : i32] : vector<3xi32>
    %mirror = spirv.ISub %last, %x : i32
    %second = spirv.IAdd %x, %size : i32
    %memory = spirv.mlir.addressof @memory : !spirv.ptr<!spirv.struct<(!spirv.array<512 x f32>)>, Workgroup>
    %variable = spirv.Variable : !spirv.ptr<i32, Function>
    spirv.Store "Function" %variable, %zero : i32
    spirv.mlir.selection {
      spirv.BranchConditional %flag, ^then, ^end
    ^then:
      spirv.Store "Function" %variable, %one : i32
      spirv.Branch ^end
    ^end:
      spirv.mlir.merge
    }
    %held = spirv.Load "Function" %variable : i32
    %start = spirv.IMul %held, %size : i32
    %theirs = spirv.IAdd %start, %mirror : i32
    %to = spirv.AccessChain %memory[%zero, %second] : !spirv.ptr<!spirv.struct<(!spirv.array<512 x f32>)>, Workgroup>, i32, i32 -> !spirv.ptr<f32, Workgroup>
    %from = spirv.AccessChain %memory[%zero, %theirs] : !spirv.ptr<!spirv.struct<(!spirv.array<512 x f32>)>, Workgroup>, i32, i32 -> !spirv.ptr<f32, Workgroup>
    spirv.Store "Workgroup" %to, %v : f32 // expected-note {{written here}}
    // expected-warning@below {{missing-barrier: spirv.Load may read %from}}
    %read = spirv.Load "Workgroup" %from : f32
    spirv.Return
  }
  spirv.func @stored_before(%v: f32) "None" attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
    %zero = spirv.Constant 0 : i32
    %last = spirv.Constant 255 : i32
    %size = spirv.Constant 256 : i32
    %ids = spirv.mlir.addressof @__builtin__LocalInvocationId__ : !spirv.ptr<vector<3xi32>, Input>
    %vector = spirv.Load "Input" %ids : vector<3xi32>
    %x = spirv.CompositeExtract %vector[0 : i32] : vector<3xi32>
    %mirror = spirv.ISub %last, %x : i32
    %second = spirv.IAdd %x, %size : i32
    %memory = spirv.mlir.addressof @memory : !spirv.ptr<!spirv.struct<(!spirv.array<512 x f32>)>, Workgroup>
    %variable = spirv.Variable : !spirv.ptr<i32, Function>
    spirv.Store "Function" %variable, %mirror : i32
    %held = spirv.Load "Function" %variable : i32
    %to = spirv.AccessChain %memory[%zero, %second] : !spirv.ptr<!spirv.struct<(!spirv.array<512 x f32>)>, Workgroup>, i32, i32 -> !spirv.ptr<f32, Workgroup>
    %from = spirv.AccessChain %memory[%zero, %held] : !spirv.ptr<!spirv.struct<(!spirv.array<512 x f32>)>, Workgroup>, i32, i32 -> !spirv.ptr<f32, Workgroup>
    spirv.Store "Workgroup" %to, %v : f32
    %read = spirv.Load "Workgroup" %from : f32
    spirv.Return
  }
}
