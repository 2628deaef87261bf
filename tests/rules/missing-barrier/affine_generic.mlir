// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// In generic form the map is an attribute, and its symbols are operands.
#map = affine_map<()[s0] -> (s0)>
#map1 = affine_map<()[s0] -> (-s0 + 255)>
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (f32) -> (), kernel, known_block_size = array<i32: 256, 1, 1>, sym_name = "line", workgroup_attributions = 1 : i64}> ({
    ^bb0(%arg0: f32, %arg1: memref<256xf32, 3>):
      %0 = "gpu.thread_id"() <{dimension = #gpu.dim<x>}> : () -> index
      // expected-note@below {{written here}}
      "affine.store"(%arg0, %arg1, %0) <{map = #map}> : (f32, memref<256xf32, 3>, index) -> ()
      // expected-error@below {{missing-barrier}}
      %1 = "affine.load"(%arg1, %0) <{map = #map1}> : (memref<256xf32, 3>, index) -> f32
      "gpu.return"() : () -> ()
    }) : () -> ()
  }) : () -> ()
}) : () -> ()
