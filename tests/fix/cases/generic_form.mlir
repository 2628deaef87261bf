// RUN: fencepost fix --target=gfx942
// What stands in the generic form gets its barrier in the generic form.
"func.func"() <{function_type = (memref<256xf32, 3>, f32) -> f32, sym_name = "g"}> ({
^bb0(%lds: memref<256xf32, 3>, %v: f32):
  %t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
  %c255 = "arith.constant"() <{value = 255 : index}> : () -> index
  %m = "arith.subi"(%c255, %t) : (index, index) -> index
  "memref.store"(%v, %lds, %t) : (f32, memref<256xf32, 3>, index) -> ()
  %x = "memref.load"(%lds, %m) : (memref<256xf32, 3>, index) -> f32
  "func.return"(%x) : (f32) -> ()
}) {gpu.known_block_size = array<i32: 256, 1, 1>} : () -> ()
