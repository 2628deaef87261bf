// One op, several accesses: reads first. Atomics, whole-buffer ops, tensors (values, no accesses), views of nothing.
#ws = #gpu.address_space<workgroup>
func.func @ops(%g: memref<64xf32>, %n: index, %v: f32, %t: tensor<64xf32>, %vec: vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<64xf32, #ws>
  %b = memref.alloc() : memref<64xf32, #ws>
  memref.copy %g, %a : memref<64xf32> to memref<64xf32, #ws>
  %0 = memref.atomic_rmw addf %v, %a[%n] : (f32, memref<64xf32, #ws>) -> f32
  linalg.copy ins(%a : memref<64xf32, #ws>) outs(%b : memref<64xf32, #ws>)
  linalg.fill ins(%v : f32) outs(%b : memref<64xf32, #ws>)
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a : memref<64xf32, #ws>) outs(%b : memref<64xf32, #ws>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  %1 = vector.transfer_read %a[%c0], %zero : memref<64xf32, #ws>, vector<4xf32>
  vector.store %vec, %a[%n] : memref<64xf32, #ws>, vector<4xf32>
  %2 = vector.transfer_read %t[%c0], %zero : tensor<64xf32>, vector<4xf32>
  %3 = vector.transfer_write %vec, %t[%c0] : vector<4xf32>, tensor<64xf32>
  memref.dealloc %a : memref<64xf32, #ws>
  return
}
