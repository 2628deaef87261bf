// RUN: fencepost lint %s --verify-diagnostics
// The branch depends on memory that assembly writes, an op that no table knows, or a copy to a tensor: threads may read different numbers, and go both ways at once.
gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
  llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<256 x f32>
  llvm.mlir.global internal @staged() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<256 x f32>
  llvm.func @assembly(%flag: !llvm.ptr<1>, %n: i32, %f: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256, 1, 1>} {
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %last = llvm.mlir.constant(255 : i32) : i32
    %rev = llvm.sub %last, %tid : i32
    %mine = llvm.getelementptr %tile[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %other = llvm.getelementptr %tile[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %u = llvm.inline_asm has_side_effects asm_dialect = att "st.global.b32 [$0], $1;", "l,r" %flag, %tid : (!llvm.ptr<1>, i32) -> !llvm.void
    %w = llvm.load %flag : !llvm.ptr<1> -> i32
    %c = llvm.icmp "eq" %w, %zero : i32
    llvm.cond_br %c, ^a, ^b
  ^a:
    llvm.store %f, %mine : f32, !llvm.ptr<3> // expected-note {{written here}}
    llvm.br ^end
  ^b:
    // expected-warning@below {{missing-barrier: llvm.load may read %other}}
    %v = llvm.load %other : !llvm.ptr<3> -> f32
    llvm.br ^end
  ^end:
    llvm.return
  }
  llvm.func @unknown(%flag: !llvm.ptr<1>, %n: i32, %f: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256, 1, 1>} {
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %last = llvm.mlir.constant(255 : i32) : i32
    %rev = llvm.sub %last, %tid : i32
    %mine = llvm.getelementptr %tile[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %other = llvm.getelementptr %tile[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    "my.op"(%flag) : (!llvm.ptr<1>) -> ()
    %w = llvm.load %flag : !llvm.ptr<1> -> i32
    %c = llvm.icmp "eq" %w, %zero : i32
    llvm.cond_br %c, ^a, ^b
  ^a:
    llvm.store %f, %mine : f32, !llvm.ptr<3> // expected-note {{written here}}
    llvm.br ^end
  ^b:
    // expected-warning@below {{missing-barrier: llvm.load may read %other}}
    %v = llvm.load %other : !llvm.ptr<3> -> f32
    llvm.br ^end
  ^end:
    llvm.return
  }
  llvm.func @copied(%flag: !llvm.ptr<1>, %map: !llvm.ptr, %n: i32, %f: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256, 1, 1>} {
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %staged = llvm.mlir.addressof @staged : !llvm.ptr<3>
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %last = llvm.mlir.constant(255 : i32) : i32
    %rev = llvm.sub %last, %tid : i32
    %mine = llvm.getelementptr %tile[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %other = llvm.getelementptr %tile[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    nvvm.cp.async.bulk.tensor.global.shared.cta %map, %staged, box[%zero] : !llvm.ptr, !llvm.ptr<3>
    nvvm.cp.async.bulk.commit.group
    %w = llvm.load %flag : !llvm.ptr<1> -> i32
    %c = llvm.icmp "eq" %w, %zero : i32
    llvm.cond_br %c, ^a, ^b
  ^a:
    llvm.store %f, %mine : f32, !llvm.ptr<3> // expected-note {{written here}}
    llvm.br ^end
  ^b:
    // expected-warning@below {{missing-barrier: llvm.load may read %other}}
    %v = llvm.load %other : !llvm.ptr<3> -> f32
    llvm.br ^end
  ^end:
    nvvm.cp.async.bulk.wait_group 0
    llvm.return
  }
}
