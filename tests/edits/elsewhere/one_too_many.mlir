// The braces of both functions match, in odd columns. As long as one too many stands behind the first, columns tell that one in the second is too many.
func.func @first(%flag: i1, %tid: index, %x: f32, %lds: memref<64xf32, #gpu.address_space<workgroup>>) {
  scf.if %flag {
    scf.if %flag {
      memref.store %x, %lds[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
  }
  gpu.barrier
    }
  %back = memref.load %lds[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
}
}
func.func @second(%flag: i1, %tid: index, %x: f32, %lds: memref<64xf32, #gpu.address_space<workgroup>>) {
    scf.if %flag {
  scf.if %flag {
    memref.store %x, %lds[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
      }
  }
  gpu.barrier
  %back = memref.load %lds[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
  return
}
