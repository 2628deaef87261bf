// RUN: fencepost lint %s --target=gfx942 --ignore=redundant-barrier --verify-diagnostics
// Threads that leave the kernel first do not make the others count differently: the loop is entered from one side only.
gpu.module @kernels {
  gpu.func @k(%v: f32, %n: index) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %p = arith.cmpi ult, %tid, %c32 : index
    cf.cond_br %p, ^out, ^go
  ^go:
    cf.br ^head(%c0 : index)
  ^head(%i: index):
    %more = arith.cmpi slt, %i, %n : index
    cf.cond_br %more, ^body, ^out
  ^body:
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier
    %next = arith.addi %i, %c1 : index
    cf.br ^head(%next : index)
  ^out:
    gpu.return
  }
}
