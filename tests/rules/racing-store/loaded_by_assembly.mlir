// RUN: fencepost lint %s --verify-diagnostics
// Two threads store to one place what assembly has loaded for them. In the first kernel they load from places of their own, in the second one the text also says
// which lane runs it, and in the third one the kernel writes the memory that it loads from: the values may be unequal.
module attributes {ttg.target = "cuda:90"} {
  llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.func @places_of_their_own(%in: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
    %c63 = llvm.mlir.constant(63 : i32) : i32
    %base = llvm.mlir.addressof @smem : !llvm.ptr<3>
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %low = llvm.and %tid, %c63 : i32
    %from = llvm.getelementptr %in[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %value = llvm.inline_asm has_side_effects asm_dialect = att "mov.u32 $0, 0x0;\0A\09ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l" %from : (!llvm.ptr<1>) -> i32
    %to = llvm.getelementptr %base[%low] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    // expected-error@+2 {{racing-store: llvm.store lets several threads write the same bytes of %to: no barrier can order them}}
    // expected-note@+1 {{written here}}
    llvm.store %value, %to : i32, !llvm.ptr<3>
    llvm.return
  }
  llvm.func @lane_in_the_text(%in: !llvm.ptr<1>, %some: i1) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
    %c63 = llvm.mlir.constant(63 : i32) : i32
    %base = llvm.mlir.addressof @smem : !llvm.ptr<3>
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %low = llvm.and %tid, %c63 : i32
    %from = llvm.getelementptr %in[%low] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %value = llvm.inline_asm has_side_effects asm_dialect = att "mov.u32 $0, %warpid;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l,b" %from, %some : (!llvm.ptr<1>, i1) -> i32
    %to = llvm.getelementptr %base[%low] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    // expected-warning@+2 {{racing-store: llvm.store lets several threads write the same bytes of %to, unless what they write is equal}}
    // expected-note@+1 {{written here}}
    llvm.store %value, %to : i32, !llvm.ptr<3>
    llvm.return
  }
  llvm.func @written_as_well(%in: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
    %c63 = llvm.mlir.constant(63 : i32) : i32
    %base = llvm.mlir.addressof @smem : !llvm.ptr<3>
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %low = llvm.and %tid, %c63 : i32
    %from = llvm.getelementptr %in[%low] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %value = llvm.inline_asm has_side_effects asm_dialect = att "ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l" %from : (!llvm.ptr<1>) -> i32
    %none = llvm.inline_asm has_side_effects asm_dialect = att "st.global.b32 [ $1 + 0 ], { $0 };", "r,l" %tid, %from : (i32, !llvm.ptr<1>) -> !llvm.void
    %to = llvm.getelementptr %base[%low] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    // expected-warning@+2 {{racing-store: llvm.store lets several threads write the same bytes of %to, unless what they write is equal}}
    // expected-note@+1 {{written here}}
    llvm.store %value, %to : i32, !llvm.ptr<3>
    llvm.return
  }
}
