// Ops that no table knows: what takes workgroup memory reads and writes it; their regions may run any number of times; their results may be anything.
#ws = #gpu.address_space<workgroup>
func.func @unknown(%v: f32, %i: index) {
  %a = memref.alloc() : memref<64xf32, #ws>
  %b = memref.alloc() : memref<64xf32, #ws>
  "mine.touch"(%a, %i) : (memref<64xf32, #ws>, index) -> ()
  "mine.compute"(%v) : (f32) -> ()
  %c = "mine.make"(%b) : (memref<64xf32, #ws>) -> memref<64xf32, #ws>
  memref.store %v, %c[%i] : memref<64xf32, #ws>
  "mine.loop"(%i) ({
    gpu.barrier
    "mine.yield"() : () -> ()
  }, {
    memref.store %v, %a[%i] : memref<64xf32, #ws>
    "mine.yield"() : () -> ()
  }) : (index) -> ()
  return
}
