// RUN: fencepost lint %s --target=sm_90a --verify-diagnostics
// Assembly: a wait in assembly hands the registers on when the product has written them.
llvm.func @product(%a: i64, %b: i64, %f: f32, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %r = llvm.inline_asm has_side_effects asm_dialect = att "wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0,$1,$2,$3}, $8, $9, 1, 1, 1, 0, 0;", "=f,=f,=f,=f,0,1,2,3,l,l" %f, %f, %f, %f, %a, %b : (f32, f32, f32, f32, i64, i64) -> !llvm.struct<(f32, f32, f32, f32)>
  %x = llvm.extractvalue %r[0] : !llvm.struct<(f32, f32, f32, f32)>
  llvm.inline_asm has_side_effects asm_dialect = att "wgmma.commit_group.sync.aligned;", "" : () -> ()
  %y = llvm.inline_asm has_side_effects asm_dialect = att "wgmma.wait_group.sync.aligned 0;", "=f,0" %x : (f32) -> f32
  %z = llvm.fadd %y, %f : f32
  llvm.store %z, %out : f32, !llvm.ptr<1>
  llvm.return
}
