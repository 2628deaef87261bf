// Blocks that branch to each other: a counted loop, arms that meet, an early exit, a loop with two ways out, an irreducible pair.
func.func @counted(%v: f32, %lds: memref<64xf32, 3>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %k = arith.cmpi slt, %i, %c8 : index
  cf.cond_br %k, ^body, ^exit
^body:
  memref.store %v, %lds[%i] : memref<64xf32, 3>
  gpu.barrier
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j : index)
^exit:
  return
}
func.func @at_the_end(%v: f32, %lds: memref<64xf32, 3>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  cf.br ^body(%c0 : index)
^body(%i: index):
  memref.store %v, %lds[%i] : memref<64xf32, 3>
  %j = arith.addi %i, %c2 : index
  %k = arith.cmpi ult, %j, %c8 : index
  cf.cond_br %k, ^body(%j : index), ^exit
^exit:
  return
}
func.func @arms(%v: f32, %i: index, %c: i1, %lds: memref<64xf32, 3>) {
  cf.cond_br %c, ^one, ^two
^one:
  memref.store %v, %lds[%i] : memref<64xf32, 3>
  cf.br ^three
^two:
  gpu.barrier
  cf.br ^three
^three:
  %x = memref.load %lds[%i] : memref<64xf32, 3>
  return
}
func.func @early_exit(%v: f32, %i: index, %n: index, %lds: memref<64xf32, 3>) {
  %c = arith.cmpi uge, %i, %n : index
  memref.store %v, %lds[%i] : memref<64xf32, 3>
  cf.cond_br %c, ^out, ^rest
^rest:
  gpu.barrier
  cf.br ^out
^out:
  return
}
func.func @leaves(%v: f32, %i: index, %n: index, %lds: memref<64xf32, 3>) {
  %c = arith.cmpi uge, %i, %n : index
  cf.cond_br %c, ^out, ^rest
^out:
  return
^rest:
  gpu.barrier
  return
}
func.func @two_ways_out(%v: f32, %i: index, %c: i1, %d: i1, %lds: memref<64xf32, 3>) {
  cf.br ^head
^head:
  gpu.barrier
  cf.cond_br %c, ^body, ^first
^body:
  memref.store %v, %lds[%i] : memref<64xf32, 3>
  cf.cond_br %d, ^head, ^second
^first:
  %x = memref.load %lds[%i] : memref<64xf32, 3>
  cf.br ^second
^second:
  return
}
func.func @irreducible(%c: i1, %d: i1, %v: f32, %i: index, %lds: memref<64xf32, 3>) {
  cf.cond_br %c, ^one, ^two
^one:
  gpu.barrier
  cf.br ^two
^two:
  memref.store %v, %lds[%i] : memref<64xf32, 3>
  cf.cond_br %d, ^one, ^out
^out:
  return
}
