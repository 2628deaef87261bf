// RUN: fencepost lint %s --target sm_90 --verify-diagnostics
// A warp clears a descriptor in shared memory, a thread of another one fills its fields in, and the first copies it out.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<128 x i8>
llvm.func @k(%out: !llvm.ptr<1>, %a: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.icmp "ult" %tid, %c32 : i32
  %first = llvm.icmp "eq" %tid, %c32 : i32
  %word = llvm.getelementptr %smem[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  // expected-note@+2 {{written here}}
  // expected-note@+1 {{written here}}
  llvm.inline_asm has_side_effects "@$2 st.shared::cta.b32 [ $0 + 0 ], $1;", "r,r,b" %word, %c0, %warp : (!llvm.ptr<3>, i32, i1) -> !llvm.void
  llvm.cond_br %first, ^fill, ^filled
^fill:
  // expected-information@+1 {{missing-barrier}}
  llvm.inline_asm has_side_effects "tensormap.replace.tile.rank.shared::cta.b1024.b32 [ $0 + 0 ], 0x1;", "l" %smem : (!llvm.ptr<3>) -> !llvm.void
  // expected-information@+1 {{missing-barrier}}
  llvm.inline_asm has_side_effects "tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [ $0 + 0 ], 0x0, $1;", "l,r" %smem, %a : (!llvm.ptr<3>, i32) -> !llvm.void
  llvm.br ^filled
^filled:
  nvvm.barrier
  llvm.inline_asm has_side_effects "@$2 tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [ $0 + 0 ], [ $1 + 0 ], 0x80;", "l,l,b" %out, %smem, %warp : (!llvm.ptr<1>, !llvm.ptr<3>, i1) -> !llvm.void
  llvm.return
}
