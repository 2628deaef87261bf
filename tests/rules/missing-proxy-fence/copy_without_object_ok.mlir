// RUN: fencepost lint %s --verify-diagnostics
// All threads write a tile that one of them hands to the copy engine: nothing but a barrier and a fence is between.
gpu.module @m attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  gpu.func @k(%desc: !llvm.ptr, %v: f32) workgroup(%s: memref<128xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %i0 = arith.constant 0 : i32
    %t = gpu.thread_id x
    %first = arith.cmpi eq, %t, %c0 : index
    %address = memref.extract_aligned_pointer_as_index %s : memref<128xf32, #gpu.address_space<workgroup>> -> index
    %number = arith.index_cast %address : index to i64
    %source = llvm.inttoptr %number : i64 to !llvm.ptr<3>
    memref.store %v, %s[%t] : memref<128xf32, #gpu.address_space<workgroup>>
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    gpu.barrier
    nvvm.cp.async.bulk.tensor.global.shared.cta %desc, %source, box[%i0], predicate = %first : !llvm.ptr, !llvm.ptr<3>
    nvvm.cp.async.bulk.commit.group
    nvvm.cp.async.bulk.wait_group 0
    gpu.return
  }
}
