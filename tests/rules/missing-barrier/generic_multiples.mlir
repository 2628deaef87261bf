// RUN: fencepost lint %s --verify-diagnostics
// The dictionary that says 16 belongs to the other argument: with a %shift of 2, a thread reads what another one wrote.
"func.func"() <{arg_attrs = [{llvm.noundef, tt.divisibility = 16 : i32}, {}], function_type = (f32, index) -> f32, sym_name = "shifted"}> ({
^bb0(%v: f32, %shift: index):
  %c2 = "arith.constant"() <{value = 2 : index}> : () -> index
  %c4 = "arith.constant"() <{value = 4 : index}> : () -> index
  %lds = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<1024xf32, 3>
  %tid = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
  %own = "arith.muli"(%tid, %c4) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
  // expected-note@below {{written here}}
  "memref.store"(%v, %lds, %own) <{nontemporal = false}> : (f32, memref<1024xf32, 3>, index) -> ()
  %behind = "arith.addi"(%own, %c2) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
  %i = "arith.addi"(%behind, %shift) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
  // expected-warning@below {{missing-barrier: missing barrier: %lds is read before line 11 writes it}}
  %r = "memref.load"(%lds, %i) <{nontemporal = false}> : (memref<1024xf32, 3>, index) -> f32
  "func.return"(%r) : (f32) -> ()
}) {gpu.kernel, gpu.known_block_size = array<i32: 128, 1, 1>} : () -> ()
