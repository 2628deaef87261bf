// The generic form of loops.mlir.
"func.func"() <{function_type = (f32, index, memref<64xf32, 3>) -> (), sym_name = "loops"}> ({
^bb0(%v: f32, %n: index, %lds: memref<64xf32, 3>):
  %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
  %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
  %c3 = "arith.constant"() <{value = 3 : index}> : () -> index
  %c10 = "arith.constant"() <{value = 10 : index}> : () -> index
  "scf.for"(%c0, %c10, %c3) ({
  ^bb0(%i: index):
    "memref.store"(%v, %lds, %i) : (f32, memref<64xf32, 3>, index) -> ()
    "scf.yield"() : () -> ()
  }) : (index, index, index) -> ()
  "scf.for"(%c0, %n, %c1) ({
  ^bb0(%i: index):
    "memref.store"(%v, %lds, %i) : (f32, memref<64xf32, 3>, index) -> ()
    "scf.yield"() : () -> ()
  }) : (index, index, index) -> ()
  "scf.for"(%c10, %c3, %c1) ({
  ^bb0(%i: index):
    "memref.store"(%v, %lds, %i) : (f32, memref<64xf32, 3>, index) -> ()
    "scf.yield"() : () -> ()
  }) : (index, index, index) -> ()
  "affine.for"() <{lowerBoundMap = affine_map<() -> (4)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 4 : index, upperBoundMap = affine_map<() -> (20)>}> ({
  ^bb0(%i: index):
    "affine.store"(%v, %lds, %i) <{map = affine_map<(d0) -> (d0)>}> : (f32, memref<64xf32, 3>, index) -> ()
    "affine.yield"() : () -> ()
  }) : () -> ()
  "scf.for"(%c0, %n, %c1) ({
  ^bb0(%i: index):
    %r = "arith.addf"(%v, %v) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "scf.yield"() : () -> ()
  }) : (index, index, index) -> ()
  "scf.forall"() <{mapping = [#gpu.block<x>, #gpu.thread<x>], operandSegmentSizes = array<i32: 0, 0, 0, 0>, staticLowerBound = array<i64: 0, 0>, staticStep = array<i64: 1, 1>, staticUpperBound = array<i64: 2, 32>}> ({
  ^bb0(%i: index, %j: index):
    "memref.store"(%v, %lds, %j) : (f32, memref<64xf32, 3>, index) -> ()
    "scf.forall.in_parallel"() ({
    ^bb0:
    }) : () -> ()
  }) : () -> ()
  "scf.parallel"(%c0, %c0, %c3, %c10, %c1, %c1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
  ^bb0(%i: index, %j: index):
    "memref.store"(%v, %lds, %j) : (f32, memref<64xf32, 3>, index) -> ()
    "scf.reduce"() : () -> ()
  }) : (index, index, index, index, index, index) -> ()
  "func.return"() : () -> ()
}) : () -> ()
