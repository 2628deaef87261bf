// RUN: fencepost lint %s --verify-diagnostics
// A loop of blocks: the barrier goes in front of it, behind the last op before the branch into the loop.
gpu.module @kernels [#rocdl.target<chip = "gfx942">] {
  gpu.func @reverse(%in: memref<256xf32>, %out: memref<256xf32>, %n: index)
      workgroup(%lds: memref<256xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %x = memref.load %in[%tid] : memref<256xf32>
    memref.store %x, %lds[%tid] : memref<256xf32, #gpu.address_space<workgroup>>
    cf.br ^head(%c0, %x : index, f32)
  ^head(%i: index, %acc: f32):
    %more = arith.cmpi slt, %i, %n : index
    cf.cond_br %more, ^body, ^end
  ^body:
    // expected-hint@below {{hoistable-barrier: amdgpu.lds_barrier runs in every iteration of the loop on line 17, but once before it would order the same accesses}}
    amdgpu.lds_barrier
    %y = memref.load %lds[%other] : memref<256xf32, #gpu.address_space<workgroup>>
    %sum = arith.addf %acc, %y : f32
    %next = arith.addi %i, %c1 : index
    cf.br ^head(%next, %sum : index, f32)
  ^end:
    memref.store %acc, %out[%tid] : memref<256xf32>
    gpu.return
  }
}
