// RUN: fencepost lint %s --verify-diagnostics
// In generic form the operands of an intrinsic are one group.
"builtin.module"() ({
  "llvm.mlir.global"() <{addr_space = 3 : i32, alignment = 16 : i64, global_type = !llvm.array<0 x i8>, linkage = #llvm.linkage<external>, sym_name = "smem", tls_mode = 0 : i64, unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  }) : () -> ()
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (i32, i32, i32, ptr<1>)>, linkage = #llvm.linkage<external>, sym_name = "k", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: !llvm.ptr<1>):
    %0 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
    %2 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
    %3 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
    %4 = "llvm.mlir.constant"() <{value = 4 : i32}> : () -> i32
    %5 = "llvm.mlir.constant"() <{value = 32 : i32}> : () -> i32
    %6 = "llvm.mlir.constant"() <{value = 640 : i32}> : () -> i32
    %7 = "llvm.mlir.constant"() <{value = 2540 : i32}> : () -> i32
    %8 = "llvm.mlir.constant"() <{value = 114360320 : i32}> : () -> i32
    %9 = "llvm.mlir.constant"() <{value = 2097152 : i32}> : () -> i32
    %10 = "llvm.mlir.constant"() <{value = 65535 : i32}> : () -> i32
    %11 = "llvm.mlir.constant"() <{value = 8 : i32}> : () -> i32
    %12 = "llvm.mlir.zero"() : () -> vector<4xi32>
    %13 = "llvm.mlir.zero"() : () -> vector<8xi32>
    %14 = "llvm.mlir.addressof"() <{global_name = @smem}> : () -> !llvm.ptr<3>
    %15 = "rocdl.workitem.id.x"() : () -> i32
    %16 = "llvm.udiv"(%15, %5) : (i32, i32) -> i32
    %17 = "llvm.mul"(%16, %6) <{overflowFlags = 0 : i32}> : (i32, i32) -> i32
    %18 = "llvm.getelementptr"(%14, %17) <{elem_type = i8, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>
    %19 = "llvm.ptrtoint"(%18) : (!llvm.ptr<3>) -> i32
    %20 = "llvm.insertelement"(%12, %1, %0) : (vector<4xi32>, i32, i32) -> vector<4xi32>
    %21 = "llvm.insertelement"(%20, %19, %1) : (vector<4xi32>, i32, i32) -> vector<4xi32>
    %22 = "llvm.insertelement"(%21, %arg0, %2) : (vector<4xi32>, i32, i32) -> vector<4xi32>
    %23 = "llvm.bitcast"(%22) : (vector<4xi32>) -> vector<2xi64>
    %24 = "llvm.extractelement"(%23, %1) : (vector<2xi64>, i32) -> i64
    %25 = "llvm.insertelement"(%23, %24, %1) : (vector<2xi64>, i64, i32) -> vector<2xi64>
    %26 = "llvm.bitcast"(%25) : (vector<2xi64>) -> vector<4xi32>
    %27 = "llvm.and"(%arg2, %10) : (i32, i32) -> i32
    %28 = "llvm.or"(%27, %9) : (i32, i32) -> i32
    %29 = "llvm.insertelement"(%13, %8, %0) : (vector<8xi32>, i32, i32) -> vector<8xi32>
    %30 = "llvm.insertelement"(%29, %arg1, %1) : (vector<8xi32>, i32, i32) -> vector<8xi32>
    %31 = "llvm.insertelement"(%30, %28, %3) : (vector<8xi32>, i32, i32) -> vector<8xi32>
    %32 = "llvm.insertelement"(%31, %11, %4) : (vector<8xi32>, i32, i32) -> vector<8xi32>
    // expected-note@below {{copied here}}
    "llvm.call_intrinsic"(%26, %32, %12, %12, %13, %0) <{fastmathFlags = #llvm.fastmath<none>, intrin = "llvm.amdgcn.tensor.load.to.lds", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 6, 0>}> : (vector<4xi32>, vector<8xi32>, vector<4xi32>, vector<4xi32>, vector<8xi32>, i32) -> ()
    %33 = "llvm.getelementptr"(%14, %7) <{elem_type = i8, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>
    // expected-warning@below {{missing-barrier}}
    %34 = "llvm.load"(%33) <{ordering = 0 : i64}> : (!llvm.ptr<3>) -> i32
    "llvm.store"(%34, %arg3) <{ordering = 0 : i64}> : (i32, !llvm.ptr<1>) -> ()
    "rocdl.s.wait.tensorcnt"() <{count = 0 : i16}> : () -> ()
    "llvm.return"() : () -> ()
  }) {rocdl.kernel} : () -> ()
}) : () -> ()
