// Inline assembly and intrinsics act by their text; text that no table knows may do anything with the memory it is handed.
llvm.func @assembly(%p: !llvm.ptr<3>, %i: i32) {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  llvm.inline_asm has_side_effects asm_dialect = att "s_waitcnt lgkmcnt(0)\0As_barrier", "" : () -> ()
  llvm.inline_asm has_side_effects asm_dialect = att "s_waitcnt vmcnt(2)", "" : () -> ()
  llvm.inline_asm has_side_effects "bar.sync 1, 128;", "" : () -> ()
  %0 = llvm.inline_asm has_side_effects "ld.shared.u32 $0, [$1];", "=r,r" %p : (!llvm.ptr<3>) -> i32
  llvm.inline_asm has_side_effects "frobnicate $0", "r" %p : (!llvm.ptr<3>) -> ()
  llvm.inline_asm has_side_effects "frobnicate", "" : () -> ()
  llvm.call_intrinsic "llvm.amdgcn.s.barrier"() : () -> ()
  llvm.call_intrinsic "llvm.amdgcn.s.barrier.signal"(%c1) : (i32) -> ()
  llvm.return
}
