// The generic form of straight.mlir.
"func.func"() <{function_type = (memref<64xf32>, f32, index) -> (), sym_name = "straight"}> ({
^bb0(%g: memref<64xf32>, %v: f32, %i: index):
  %lds = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64xf32, #gpu.address_space<workgroup>>
  %p = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xf32>
  %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
  "memref.store"(%v, %p, %i) : (f32, memref<4xf32>, index) -> ()
  %x = "memref.load"(%g, %tx) : (memref<64xf32>, index) -> f32
  "memref.store"(%x, %lds, %tx) : (f32, memref<64xf32, #gpu.address_space<workgroup>>, index) -> ()
  "gpu.barrier"() : () -> ()
  %y = "memref.load"(%lds, %i) : (memref<64xf32, #gpu.address_space<workgroup>>, index) -> f32
  "memref.store"(%y, %g, %tx) : (f32, memref<64xf32>, index) -> ()
  "func.return"() : () -> ()
}) : () -> ()
