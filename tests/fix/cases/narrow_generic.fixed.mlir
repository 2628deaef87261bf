// RUN: fencepost fix %s --min-level=hint
// In the generic form the memory space is a property. The other barrier shows that it is read here.
gpu.module @kernels [#rocdl.target<chip = "gfx1201">] {
  gpu.func @reverse(%x: f32)
      workgroup(%lds: memref<256xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %x, %lds[%tid] : memref<256xf32, #gpu.address_space<workgroup>>
    "gpu.barrier"() <{address_spaces = [#gpu.address_space<workgroup>]}> : () -> ()
    %y = memref.load %lds[%other] : memref<256xf32, #gpu.address_space<workgroup>>
    "gpu.barrier"() <{address_spaces = [#gpu.address_space<workgroup>]}> : () -> ()
    memref.store %y, %lds[%tid] : memref<256xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
