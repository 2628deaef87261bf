// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// In generic form the struct comes before what is put into it.
"builtin.module"() ({
  "llvm.mlir.global"() <{addr_space = 3 : i32, alignment = 16 : i64, global_type = !llvm.array<2 x array<128 x f32>>, linkage = #llvm.linkage<external>, sym_name = "lds", tls_mode = 0 : i64, unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  }) : () -> ()
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (ptr<1>, ptr<1>, i32)>, linkage = #llvm.linkage<external>, sym_name = "handed_on", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: !llvm.ptr<1>, %arg1: !llvm.ptr<1>, %arg2: i32):
    %0 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
    %2 = "llvm.mlir.constant"() <{value = 2 : i32}> : () -> i32
    %3 = "llvm.mlir.constant"() <{value = 127 : i32}> : () -> i32
    %4 = "llvm.mlir.constant"() <{value = 128 : i32}> : () -> i32
    %5 = "llvm.mlir.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %6 = "llvm.mlir.undef"() : () -> !llvm.struct<(ptr<3>, i32)>
    %7 = "rocdl.workitem.id.x"() : () -> i32
    %8 = "llvm.sub"(%3, %7) <{overflowFlags = 0 : i32}> : (i32, i32) -> i32
    %9 = "llvm.mlir.addressof"() <{global_name = @lds}> : () -> !llvm.ptr<3>
    %10 = "llvm.getelementptr"(%arg0, %7) <{elem_type = f32, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>
    %11 = "llvm.getelementptr"(%9, %7) <{elem_type = f32, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>
    // expected-note@below {{copied here}}
    // expected-note@below {{copied here}}
    "rocdl.global.load.async.to.lds.b32"(%10, %11) <{aux = 0 : i32, offset = 0 : i32}> : (!llvm.ptr<1>, !llvm.ptr<3>) -> ()
    %12 = "llvm.insertvalue"(%6, %9) <{position = array<i64: 0>}> : (!llvm.struct<(ptr<3>, i32)>, !llvm.ptr<3>) -> !llvm.struct<(ptr<3>, i32)>
    %13 = "llvm.insertvalue"(%12, %0) <{position = array<i64: 1>}> : (!llvm.struct<(ptr<3>, i32)>, i32) -> !llvm.struct<(ptr<3>, i32)>
    "llvm.br"(%0, %5, %13)[^bb1] : (i32, f32, !llvm.struct<(ptr<3>, i32)>) -> ()
  ^bb1(%14: i32, %15: f32, %16: !llvm.struct<(ptr<3>, i32)>):  // 2 preds: ^bb0, ^bb2
    %17 = "llvm.icmp"(%14, %arg2) <{predicate = 2 : i64}> : (i32, i32) -> i1
    "llvm.cond_br"(%17)[^bb2, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
  ^bb2:  // pred: ^bb1
    %18 = "llvm.add"(%14, %1) <{overflowFlags = 0 : i32}> : (i32, i32) -> i32
    %19 = "llvm.urem"(%18, %2) : (i32, i32) -> i32
    %20 = "llvm.mul"(%19, %4) <{overflowFlags = 0 : i32}> : (i32, i32) -> i32
    %21 = "llvm.getelementptr"(%9, %20) <{elem_type = f32, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>
    %22 = "llvm.getelementptr"(%21, %7) <{elem_type = f32, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>
    "rocdl.s.wait.dscnt"() <{count = 0 : i16}> : () -> ()
    "rocdl.s.barrier.signal"() <{id = -1 : i32}> : () -> ()
    "rocdl.s.barrier.wait"() <{id = -1 : i16}> : () -> ()
    // expected-error@below {{missing-async-wait}}
    // expected-note@below {{copied here, 2 iterations before}}
    // expected-note@below {{copied here}}
    // expected-note@below {{copied here, in the iteration before}}
    "rocdl.global.load.async.to.lds.b32"(%10, %22) <{aux = 0 : i32, offset = 0 : i32}> : (!llvm.ptr<1>, !llvm.ptr<3>) -> ()
    "rocdl.s.wait.asynccnt"() <{count = 2 : i16}> : () -> ()
    "rocdl.s.barrier.signal"() <{id = -1 : i32}> : () -> ()
    // expected-warning@below {{ineffective-barrier}}
    "rocdl.s.barrier.wait"() <{id = -1 : i16}> : () -> ()
    %23 = "llvm.extractvalue"(%16) <{position = array<i64: 0>}> : (!llvm.struct<(ptr<3>, i32)>) -> !llvm.ptr<3>
    %24 = "llvm.getelementptr"(%23, %8) <{elem_type = f32, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>
    // expected-error@below {{missing-async-wait}}
    %25 = "llvm.load"(%24) <{ordering = 0 : i64}> : (!llvm.ptr<3>) -> f32
    %26 = "llvm.fadd"(%15, %25) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
    %27 = "llvm.insertvalue"(%6, %21) <{position = array<i64: 0>}> : (!llvm.struct<(ptr<3>, i32)>, !llvm.ptr<3>) -> !llvm.struct<(ptr<3>, i32)>
    %28 = "llvm.insertvalue"(%27, %19) <{position = array<i64: 1>}> : (!llvm.struct<(ptr<3>, i32)>, i32) -> !llvm.struct<(ptr<3>, i32)>
    "llvm.br"(%18, %26, %28)[^bb1] : (i32, f32, !llvm.struct<(ptr<3>, i32)>) -> ()
  ^bb3:  // pred: ^bb1
    "rocdl.s.wait.asynccnt"() <{count = 0 : i16}> : () -> ()
    %29 = "llvm.getelementptr"(%arg1, %7) <{elem_type = f32, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>
    "llvm.store"(%15, %29) <{ordering = 0 : i64}> : (f32, !llvm.ptr<1>) -> ()
    "llvm.return"() : () -> ()
  }) {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>} : () -> ()
}) : () -> ()
