// RUN: fencepost lint %s --verify-diagnostics
// An instruction that no row names takes an address: what it does to the barrier there is not known.
gpu.module @m attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  gpu.func @k(%smem: !llvm.ptr<3>, %v: f32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c4 = llvm.mlir.constant(4 : i64) : i64
    %ticks = llvm.mlir.constant(10000000 : i32) : i32
    %count = llvm.mlir.constant(128 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %first = llvm.icmp "eq" %tid, %c0 : i32
    %number = llvm.ptrtoint %smem : !llvm.ptr<3> to i64
    %descriptor = llvm.lshr %number, %c4 : i64
    nvvm.mbarrier.init %smem, %count, predicate = %first : !llvm.ptr<3>, i32, i1
    nvvm.barrier0
    // expected-information@+4 {{unknown-op}}
    // expected-information@+3 {{unknown-protocol}}
    // expected-note@+2 {{written here}}
    // expected-note@+1 {{written here}}
    %r = llvm.inline_asm has_side_effects "frobnicate.f32 $0, $1;", "=f,l" %descriptor : (i64) -> f32
    // expected-information@+1 {{missing-barrier}}
    %token = nvvm.mbarrier.arrive %smem : !llvm.ptr<3> -> i64
    // expected-information@+1 {{missing-barrier}}
    nvvm.mbarrier.try_wait.parity %smem, %c0, %ticks : !llvm.ptr<3>, i32, i32
    gpu.return
  }
}
