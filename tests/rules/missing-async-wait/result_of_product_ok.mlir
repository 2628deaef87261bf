// RUN: fencepost lint %s --target=sm_90a --verify-diagnostics
// A product adds to the results of another one without a wait, but what is stored must have been waited for, as it is here.
llvm.func @product(%a: i64, %b: i64, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %zero = llvm.mlir.undef : !llvm.struct<(f32, f32, f32, f32)>
  nvvm.wgmma.fence.aligned
  %first = nvvm.wgmma.mma_async %a, %b, %zero, #nvvm.shape<m = 64, n = 8, k = 16>, D [<f32>, #nvvm.wgmma_scale_out<one>], A [<f16>, #nvvm.wgmma_scale_in<one>, <row>], B [<f16>, #nvvm.wgmma_scale_in<one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  nvvm.wgmma.commit.group.sync.aligned
  %second = nvvm.wgmma.mma_async %a, %b, %first, #nvvm.shape<m = 64, n = 8, k = 16>, D [<f32>, #nvvm.wgmma_scale_out<one>], A [<f16>, #nvvm.wgmma_scale_in<one>, <row>], B [<f16>, #nvvm.wgmma_scale_in<one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.wait.group.sync.aligned 0
  %of_first = llvm.extractvalue %first[0] : !llvm.struct<(f32, f32, f32, f32)>
  llvm.store %of_first, %out : f32, !llvm.ptr<1>
  %of_second = llvm.extractvalue %second[0] : !llvm.struct<(f32, f32, f32, f32)>
  llvm.store %of_second, %out : f32, !llvm.ptr<1>
  llvm.return
}
