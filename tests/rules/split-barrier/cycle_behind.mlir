// RUN: fencepost lint %s --verify-diagnostics
// A read of global memory could run while the waves meet. Behind the barrier stands a cycle of blocks with two ways back.
gpu.module @kernels [#rocdl.target<chip = "gfx1201">] {
  gpu.func @again(%in: memref<256xf32>, %p: i1, %q: i1) workgroup(%lds: memref<256xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %v = memref.load %in[%tid] : memref<256xf32>
    memref.store %v, %lds[%tid] : memref<256xf32, #gpu.address_space<workgroup>>
    %z = memref.load %in[%other] : memref<256xf32>
    // expected-hint@below {{split-barrier: gpu.barrier makes waves wait for each other while they could work: a signal and a wait would overlap the memref.load}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    cf.br ^head
  ^head:
    cf.cond_br %p, ^body, ^head
  ^body:
    scf.if %q {
      %r = memref.load %lds[%other] : memref<256xf32, #gpu.address_space<workgroup>>
    }
    cf.cond_br %q, ^end, ^head
  ^end:
    gpu.return
  }
}
