// scf.while: the test stands in the body and in the tail; a loop with nothing behind its test is a do-while; a loop inside the test makes it a graph.
func.func @while(%v: f32, %n: index, %c: i1, %lds: memref<64xf32, 3>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %0 = scf.while (%i = %c0) : (index) -> index {
    gpu.barrier
    %k = arith.cmpi slt, %i, %c8 : index
    scf.condition(%k) %i : index
  } do {
  ^bb0(%i: index):
    memref.store %v, %lds[%i] : memref<64xf32, 3>
    %j = arith.addi %i, %c1 : index
    scf.yield %j : index
  }
  %1 = scf.while (%i = %c0) : (index) -> index {
    memref.store %v, %lds[%i] : memref<64xf32, 3>
    %j = arith.addi %i, %c1 : index
    %k = arith.cmpi slt, %j, %c8 : index
    scf.condition(%k) %j : index
  } do {
  ^bb0(%i: index):
    scf.yield %i : index
  }
  scf.while : () -> () {
    scf.for %j = %c0 to %n step %c1 {
      gpu.barrier
    }
    scf.condition(%c)
  } do {
    memref.store %v, %lds[%n] : memref<64xf32, 3>
    scf.yield
  }
  return
}
