// RUN: fencepost lint %s --verify-diagnostics
// A copy that adds to global memory reads the tile, too: it is waited for before the tile is written again.
gpu.module @m attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  gpu.func @k(%to: !llvm.ptr<1>, %v: f32) workgroup(%s: memref<128xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %t = gpu.thread_id x
    %first = arith.cmpi eq, %t, %c0 : index
    %address = memref.extract_aligned_pointer_as_index %s : memref<128xf32, #gpu.address_space<workgroup>> -> index
    %number = arith.index_cast %address : index to i64
    %source = llvm.inttoptr %number : i64 to !llvm.ptr<3>
    memref.store %v, %s[%t] : memref<128xf32, #gpu.address_space<workgroup>>
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    gpu.barrier
    scf.if %first {
      llvm.inline_asm has_side_effects "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [$0], [$1], 512;", "l,r" %to, %source : (!llvm.ptr<1>, !llvm.ptr<3>) -> !llvm.void
      nvvm.cp.async.bulk.commit.group
      nvvm.cp.async.bulk.wait_group 0
    }
    gpu.barrier
    memref.store %v, %s[%t] : memref<128xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
