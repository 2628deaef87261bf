// The generic form of branches.mlir; a switch has its default first there, so its arms change places (see the default's store).
"func.func"() <{function_type = (f32, i1, index, memref<64xf32, 3>) -> (), sym_name = "branches"}> ({
^bb0(%v: f32, %c: i1, %n: index, %lds: memref<64xf32, 3>):
  %true = "arith.constant"() <{value = true}> : () -> i1
  %lane = "gpu.lane_id"() : () -> index
  "scf.if"(%c) ({
    "memref.store"(%v, %lds, %n) : (f32, memref<64xf32, 3>, index) -> ()
    "scf.yield"() : () -> ()
  }, {
    "gpu.barrier"() : () -> ()
    "scf.yield"() : () -> ()
  }) : (i1) -> ()
  "scf.if"(%c) ({
    "gpu.barrier"() : () -> ()
    "scf.yield"() : () -> ()
  }, {
  }) : (i1) -> ()
  "scf.if"(%true) ({
    "memref.store"(%v, %lds, %n) : (f32, memref<64xf32, 3>, index) -> ()
    "scf.yield"() : () -> ()
  }, {
    "gpu.barrier"() : () -> ()
    "scf.yield"() : () -> ()
  }) : (i1) -> ()
  "scf.if"(%c) ({
    %w = "arith.addf"(%v, %v) : (f32, f32) -> f32
    "scf.yield"() : () -> ()
  }, {
  }) : (i1) -> ()
  "scf.index_switch"(%n) <{cases = array<i64: 2, 5>}> ({
    "memref.store"(%v, %lds, %n) : (f32, memref<64xf32, 3>, index) -> ()
    "scf.yield"() : () -> ()
  }, {
    "gpu.barrier"() : () -> ()
    "scf.yield"() : () -> ()
  }, {
    "scf.yield"() : () -> ()
  }) : (index) -> ()
  "affine.if"(%n) ({
    "affine.store"(%v, %lds, %n) <{map = affine_map<(d0) -> (d0)>}> : (f32, memref<64xf32, 3>, index) -> ()
    "affine.yield"() : () -> ()
  }, {
  }) {condition = affine_set<(d0) : (d0 - 4 >= 0)>} : (index) -> ()
  "gpu.warp_execute_on_lane_0"(%lane) <{warp_size = 64 : i64}> ({
    "memref.store"(%v, %lds, %n) : (f32, memref<64xf32, 3>, index) -> ()
    "gpu.yield"() : () -> ()
  }) : (index) -> ()
  "scf.execute_region"() ({
    "cf.cond_br"(%c)[^one, ^two] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
  ^one:
    "gpu.barrier"() : () -> ()
    "cf.br"()[^three] : () -> ()
  ^two:
    "cf.br"()[^three] : () -> ()
  ^three:
    "scf.yield"() : () -> ()
  }) : () -> ()
  "func.return"() : () -> ()
}) : () -> ()
