// RUN: fencepost lint %s --verify-diagnostics
// The chip's version stands in two attributes of the module: it is sm_90.
module attributes {mosaic_gpu.arch_major = 9 : i32, mosaic_gpu.arch_minor = 0 : i32} {
  gpu.module @m {
    gpu.func @k(%desc: !llvm.ptr, %smem: !llvm.ptr<3>, %c0: i32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
      nvvm.cp.async.bulk.tensor.global.shared.cta %desc, %smem, box[%c0] : !llvm.ptr, !llvm.ptr<3>
      nvvm.cp.async.bulk.commit.group
      nvvm.cp.async.bulk.wait_group 0
      gpu.return
    }
  }
}
