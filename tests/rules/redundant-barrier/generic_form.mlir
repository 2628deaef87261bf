// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The generic form says the same.
"gpu.module"() <{sym_name = "kernels"}> ({
  "gpu.func"() <{function_type = (f32) -> (), kernel, known_block_size = array<i32: 256, 1, 1>, sym_name = "reverse", workgroup_attributions = 1 : i64}> ({
  ^bb0(%v: f32, %lds: memref<256xf32, 3>):
    %c255 = "arith.constant"() <{value = 255 : index}> : () -> index
    %tid = "gpu.thread_id"() <{dimension = #gpu.dim<x>}> : () -> index
    %other = "arith.subi"(%c255, %tid) : (index, index) -> index
    "memref.store"(%v, %lds, %tid) : (f32, memref<256xf32, 3>, index) -> ()
    // expected-note@below {{ordered here; one of the two is enough}}
    "gpu.barrier"() <{address_spaces = [#gpu.address_space<workgroup>]}> : () -> ()
    // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: the gpu.barrier on line 11 orders all that it would}}
    "gpu.barrier"() <{address_spaces = [#gpu.address_space<workgroup>]}> : () -> ()
    %r = "memref.load"(%lds, %other) : (memref<256xf32, 3>, index) -> f32
    "gpu.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
