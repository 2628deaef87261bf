// RUN: fencepost lint %s --min-level=warning --verify-diagnostics
// Two threads store to one place what assembly has loaded for both from another place: one value, also where a predicate that both agree on may leave out the load,
// and where the kernel writes other memory.
module attributes {ttg.target = "cuda:90"} {
  llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.func @one_place(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>, %some: i1) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
    %c63 = llvm.mlir.constant(63 : i32) : i32
    %base = llvm.mlir.addressof @smem : !llvm.ptr<3>
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %low = llvm.and %tid, %c63 : i32
    %from = llvm.getelementptr %in[%low] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %value = llvm.inline_asm has_side_effects asm_dialect = att "mov.u32 $0, 0x0;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l,b" %from, %some : (!llvm.ptr<1>, i1) -> i32
    %own = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %none = llvm.inline_asm has_side_effects asm_dialect = att "st.global.b32 [ $1 + 0 ], { $0 };", "r,l" %tid, %own : (i32, !llvm.ptr<1>) -> !llvm.void
    %to = llvm.getelementptr %base[%low] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store %value, %to : i32, !llvm.ptr<3>
    llvm.return
  }
}
