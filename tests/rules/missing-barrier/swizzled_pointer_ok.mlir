// RUN: fencepost lint %s --verify-diagnostics --target=sm_80
// Bits of the pointer itself are turned around: each thread reads what it has written.
module {
  gpu.module @kernels [#nvvm.target<O = 3, chip = "sm_80">] {
    llvm.mlir.global external @shared() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    llvm.func @swizzled(%out: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
      %all = llvm.mlir.constant(-1 : i32) : i32
      %first = llvm.mlir.constant(0 : i32) : i32
      %clamp = llvm.mlir.constant(31 : i32) : i32
      %sixteen = llvm.mlir.constant(16 : i32) : i32
      %other = llvm.mlir.constant(0 : i32) : i32
      %mask = llvm.mlir.constant(896 : i64) : i64
      %three = llvm.mlir.constant(3 : i64) : i64
      %zero = llvm.mlir.constant(dense<0> : vector<4xi32>) : vector<4xi32>
      %shared = llvm.mlir.addressof @shared : !llvm.ptr<3>
      %number = llvm.ptrtoint %shared : !llvm.ptr<3> to i32
      %same = nvvm.shfl.sync idx %all, %number, %first, %clamp : i32 -> i32
      %wide = llvm.zext %same : i32 to i64
      %base = llvm.inttoptr %wide : i64 to !llvm.ptr<3>
      %tid = nvvm.read.ptx.sreg.tid.x : i32
      %row = llvm.mul %tid, %sixteen : i32
      %to = llvm.getelementptr %base[%row] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
      %to_number = llvm.ptrtoint %to : !llvm.ptr<3> to i64
      %to_high = llvm.and %to_number, %mask : i64
      %to_low = llvm.lshr %to_high, %three : i64
      %to_turned = llvm.xor %to_number, %to_low : i64
      %written = llvm.inttoptr %to_turned : i64 to !llvm.ptr<3>
      llvm.store %zero, %written : vector<4xi32>, !llvm.ptr<3>
      %reader = llvm.xor %tid, %other : i32
      %read_row = llvm.mul %reader, %sixteen : i32
      %from = llvm.getelementptr %base[%read_row] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
      %from_number = llvm.ptrtoint %from : !llvm.ptr<3> to i64
      %from_high = llvm.and %from_number, %mask : i64
      %from_low = llvm.lshr %from_high, %three : i64
      %from_turned = llvm.xor %from_number, %from_low : i64
      %read = llvm.inttoptr %from_turned : i64 to !llvm.ptr<3>
      %v = llvm.load %read : !llvm.ptr<3> -> vector<4xi32>
      llvm.store %v, %out : vector<4xi32>, !llvm.ptr<1>
      llvm.return
    }
  }
}
