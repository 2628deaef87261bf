// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Every way out has one.
gpu.module @kernels {
  gpu.func @meet(%v: f32, %p: i1, %q: i1) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    cf.cond_br %p, ^a, ^b
  ^a:
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    cf.cond_br %q, ^b, ^end
  ^b:
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    cf.cond_br %q, ^a, ^end
  ^end:
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
