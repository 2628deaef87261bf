// Which buffers values name: views keep the root, choices unite them, rotating buffers are all of them in each iteration.
memref.global "private" @shared : memref<64xf32, #gpu.address_space<workgroup>>
#ws = #gpu.address_space<workgroup>
func.func @roots(%v: f32, %n: index, %c: i1, %p: memref<64xf32, #ws>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<64xf32, #ws>
  %b = memref.alloc() : memref<64xf32, #ws>
  %d = memref.alloc() : memref<64xf32, #ws>
  %bytes = memref.alloc() : memref<512xi8, #ws>
  %view = memref.view %bytes[%c0][] : memref<512xi8, #ws> to memref<64xf32, #ws>
  %sub = memref.subview %a[8] [16] [1] : memref<64xf32, #ws> to memref<16xf32, strided<[1], offset: 8>, #ws>
  %cast = memref.memory_space_cast %b : memref<64xf32, #ws> to memref<64xf32>
  %global = memref.get_global @shared : memref<64xf32, #ws>
  %either = arith.select %c, %a, %b : memref<64xf32, #ws>
  memref.store %v, %view[%n] : memref<64xf32, #ws>
  memref.store %v, %sub[%n] : memref<16xf32, strided<[1], offset: 8>, #ws>
  memref.store %v, %cast[%n] : memref<64xf32>
  memref.store %v, %global[%n] : memref<64xf32, #ws>
  memref.store %v, %either[%n] : memref<64xf32, #ws>
  memref.store %v, %p[%n] : memref<64xf32, #ws>
  %if = scf.if %c -> memref<64xf32, #ws> {
    scf.yield %a : memref<64xf32, #ws>
  } else {
    scf.yield %p : memref<64xf32, #ws>
  }
  memref.store %v, %if[%n] : memref<64xf32, #ws>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (memref<64xf32, #ws>, memref<64xf32, #ws>) {
    memref.store %v, %x[%i] : memref<64xf32, #ws>
    scf.yield %y, %x : memref<64xf32, #ws>, memref<64xf32, #ws>
  }
  memref.store %v, %r#1[%n] : memref<64xf32, #ws>
  cf.br ^next(%d : memref<64xf32, #ws>)
^next(%z: memref<64xf32, #ws>):
  memref.store %v, %z[%n] : memref<64xf32, #ws>
  return
}
