// Names reach out of modules, and by a path into others.
module attributes {gpu.container_module} {
  memref.global "private" @outer : memref<64xf32, #gpu.address_space<workgroup>>
  func.func private @touch(%buffer: memref<64xf32, #gpu.address_space<workgroup>>, %tid: index, %x: f32) {
    memref.store %x, %buffer[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
    return
  }
  gpu.module @one {
    gpu.func @kernel(%x: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %c63 = arith.constant 63 : index
      %tid = gpu.thread_id x
      %other = arith.subi %c63, %tid : index
      %lds = memref.get_global @outer : memref<64xf32, #gpu.address_space<workgroup>>
      func.call @touch(%lds, %tid, %x) : (memref<64xf32, #gpu.address_space<workgroup>>, index, f32) -> ()
      %back = memref.load %lds[%other] : memref<64xf32, #gpu.address_space<workgroup>>
      gpu.return
    }
  }
}
func.func private @help(%buffer: memref<64xf32, #gpu.address_space<workgroup>>, %tid: index, %x: f32) {
  memref.store %x, %buffer[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
  return
}
memref.global "private" @top : memref<64xf32, #gpu.address_space<workgroup>>
gpu.module @two {
  memref.global "private" @inner : memref<64xf32, #gpu.address_space<workgroup>>
  gpu.func @kernel(%x: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c63 = arith.constant 63 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c63, %tid : index
    %lds = memref.get_global @top : memref<64xf32, #gpu.address_space<workgroup>>
    func.call @help(%lds, %tid, %x) : (memref<64xf32, #gpu.address_space<workgroup>>, index, f32) -> ()
    %back = memref.load %lds[%other] : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
gpu.module @three {
  gpu.func @kernel(%x: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c63 = arith.constant 63 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c63, %tid : index
    %lds = memref.get_global @two::@inner : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %x, %lds[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
    %back = memref.load %lds[%other] : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
