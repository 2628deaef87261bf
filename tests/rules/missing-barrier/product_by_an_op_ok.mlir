// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// A barrier lies between the stores and the product that reads by a descriptor what they have written.
// and how pieces change places (PTX ISA, matrix descriptor of wgmma). Threads write behind the rows that both matrices have.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
llvm.func @product(%v: vector<4xi32>, %c: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %base = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %four = llvm.mlir.constant(4 : i32) : i32
  %sixteen = llvm.mlir.constant(16 : i32) : i32
  %mask = llvm.mlir.constant(16383 : i32) : i32
  %second = llvm.mlir.constant(4096 : i32) : i32
  %narrow = llvm.mlir.constant(-2147483616 : i32) : i32
  %wide = llvm.mlir.constant(1073741888 : i32) : i32
  %none = llvm.mlir.undef : vector<2xi32>
  %yes = llvm.mlir.constant(true) : i1
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %place = llvm.mul %tid, %sixteen : i32
  %free = llvm.getelementptr %base[8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %own = llvm.getelementptr %free[%place] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %right = llvm.getelementptr %base[%second] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  llvm.store %v, %own : vector<4xi32>, !llvm.ptr<3>
  %a0 = llvm.ptrtoint %base : !llvm.ptr<3> to i32
  %a1 = llvm.lshr %a0, %four : i32
  %a2 = llvm.and %a1, %mask : i32
  %a3 = llvm.insertelement %a2, %none[%zero : i32] : vector<2xi32>
  %a4 = llvm.insertelement %narrow, %a3[%one : i32] : vector<2xi32>
  %a = llvm.bitcast %a4 : vector<2xi32> to i64
  %b0 = llvm.ptrtoint %right : !llvm.ptr<3> to i32
  %b1 = llvm.lshr %b0, %four : i32
  %b2 = llvm.and %b1, %mask : i32
  %b3 = llvm.insertelement %b2, %none[%zero : i32] : vector<2xi32>
  %b4 = llvm.insertelement %wide, %b3[%one : i32] : vector<2xi32>
  %b = llvm.bitcast %b4 : vector<2xi32> to i64
  %u0 = llvm.mlir.undef : !llvm.struct<(f32, f32, f32, f32)>
  %r = nvvm.wgmma.mma_async %a, %b, %u0, #nvvm.shape<m = 64, n = 8, k = 16>, D [<f32>, #nvvm.wgmma_scale_out<one>], A [<f16>, #nvvm.wgmma_scale_in<one>, <row>], B [<f16>, #nvvm.wgmma_scale_in<one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}
// -----
// and how pieces change places (PTX ISA, matrix descriptor of wgmma). Threads write behind the rows that both matrices have.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
llvm.func @product(%v: vector<4xi32>, %c: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %base = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %four = llvm.mlir.constant(4 : i32) : i32
  %sixteen = llvm.mlir.constant(16 : i32) : i32
  %mask = llvm.mlir.constant(16383 : i32) : i32
  %second = llvm.mlir.constant(4096 : i32) : i32
  %narrow = llvm.mlir.constant(-2147483616 : i32) : i32
  %wide = llvm.mlir.constant(1073741888 : i32) : i32
  %none = llvm.mlir.undef : vector<2xi32>
  %yes = llvm.mlir.constant(true) : i1
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %place = llvm.mul %tid, %sixteen : i32
  %free = llvm.getelementptr %base[8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %own = llvm.getelementptr %free[%place] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %right = llvm.getelementptr %base[%second] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  llvm.store %v, %own : vector<4xi32>, !llvm.ptr<3>
  %a0 = llvm.ptrtoint %base : !llvm.ptr<3> to i32
  %a1 = llvm.lshr %a0, %four : i32
  %a2 = llvm.and %a1, %mask : i32
  %a3 = llvm.insertelement %a2, %none[%zero : i32] : vector<2xi32>
  %a4 = llvm.insertelement %narrow, %a3[%one : i32] : vector<2xi32>
  %a = llvm.bitcast %a4 : vector<2xi32> to i64
  %b0 = llvm.ptrtoint %right : !llvm.ptr<3> to i32
  %b1 = llvm.lshr %b0, %four : i32
  %b2 = llvm.and %b1, %mask : i32
  %b3 = llvm.insertelement %b2, %none[%zero : i32] : vector<2xi32>
  %b4 = llvm.insertelement %wide, %b3[%one : i32] : vector<2xi32>
  %b = llvm.bitcast %b4 : vector<2xi32> to i64
  %u0 = llvm.mlir.undef : !llvm.struct<(f32, f32, f32, f32)>
  %r = "nvvm.wgmma.mma_async"(%u0, %a, %b) <{layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, scaleA = #nvvm.wgmma_scale_in<one>, scaleB = #nvvm.wgmma_scale_in<one>, scaleD = #nvvm.wgmma_scale_out<one>, shape = #nvvm.shape<m = 64, n = 8, k = 16>, typeA = #nvvm.wgmma_type<f16>, typeB = #nvvm.wgmma_type<f16>, typeD = #nvvm.wgmma_type<f32>}> : (!llvm.struct<(f32, f32, f32, f32)>, i64, i64) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}
