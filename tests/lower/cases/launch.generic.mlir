// The generic form of launch.mlir.
"func.func"() <{function_type = (f32, index, memref<64xf32>) -> (), sym_name = "host"}> ({
^bb0(%v: f32, %i: index, %m: memref<64xf32>):
  %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
  %c128 = "arith.constant"() <{value = 128 : index}> : () -> index
  "gpu.launch"(%c1, %c1, %c1, %c128, %c1, %c1) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>, workgroup_attributions = 1 : i64}> ({
  ^bb0(%bx: index, %by: index, %bz: index, %tx: index, %ty: index, %tz: index, %gx: index, %gy: index, %gz: index, %sx: index, %sy: index, %sz: index, %w: memref<64xf32, 3>, %p: memref<4xf32, 5>):
    "memref.store"(%v, %w, %tx) : (f32, memref<64xf32, 3>, index) -> ()
    "memref.store"(%v, %p, %i) : (f32, memref<4xf32, 5>, index) -> ()
    "gpu.barrier"() : () -> ()
    %x = "memref.load"(%w, %i) : (memref<64xf32, 3>, index) -> f32
    "memref.store"(%x, %m, %tx) : (f32, memref<64xf32>, index) -> ()
    "gpu.terminator"() : () -> ()
  }) : (index, index, index, index, index, index) -> ()
  "func.return"() : () -> ()
}) : () -> ()
"gpu.module"() <{sym_name = "kernels", targets = [#rocdl.target<chip = "gfx1201">]}> ({
  "gpu.func"() <{function_type = (memref<64xf32>, f32) -> (), known_block_size = array<i32: 32, 2, 1>, sym_name = "attributed", workgroup_attributions = 1 : i64}> ({
  ^bb0(%m: memref<64xf32>, %v: f32, %w: memref<64xf32>, %p: memref<4xf32>):
    %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    "memref.store"(%v, %w, %tx) : (f32, memref<64xf32>, index) -> ()
    "memref.store"(%v, %p, %tx) : (f32, memref<4xf32>, index) -> ()
    "memref.store"(%v, %m, %tx) : (f32, memref<64xf32>, index) -> ()
    "gpu.return"() : () -> ()
  }) {gpu.kernel} : () -> ()
}) : () -> ()
