// RUN: fencepost lint %s --verify-diagnostics
// The lanes of a wave meet before one of them tells other workgroups that all have stored.
gpu.module @m attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  gpu.func @k(%v: f32, %out: memref<128xf32>, %flag: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %all = arith.constant -1 : i32
    %one = arith.constant 1 : i32
    memref.store %v, %out[%t] : memref<128xf32>
    nvvm.bar.warp.sync %all : i32
    %first = nvvm.elect.sync -> i1
    llvm.inline_asm has_side_effects "@$2 red.global.add.u32 [$0], $1;", "l,r,b" %flag, %one, %first : (!llvm.ptr<1>, i32, i1) -> !llvm.void
    gpu.return
  }
}
