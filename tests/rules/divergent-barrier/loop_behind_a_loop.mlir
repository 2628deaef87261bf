// RUN: fencepost lint %s --target=gfx942 --ignore=redundant-barrier --verify-diagnostics
// Threads leave the first loop in different iterations, and start the second one with a number of their own.
gpu.module @kernels {
  gpu.func @k(%v: f32, %n: index) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %tid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c200 = arith.constant 200 : index
    cf.br ^fill(%tid : index)
  ^fill(%at: index):
    %inside = arith.cmpi slt, %at, %c200 : index
    cf.cond_br %inside, ^store, ^head(%at : index)
  ^store:
    memref.store %v, %lds[%at] : memref<256xf32, 3>
    %further = arith.addi %at, %c64 : index
    cf.br ^fill(%further : index)
  ^head(%i: index): // expected-note {{because of this condition}}
    %more = arith.cmpi slt, %i, %n : index
    cf.cond_br %more, ^body, ^out
  ^body:
    // expected-warning@below {{divergent-barrier}}
    gpu.barrier
    %next = arith.addi %i, %c1 : index
    cf.br ^head(%next : index)
  ^out:
    gpu.return
  }

  // One branch, two edges to the loop.
  gpu.func @two_edges(%v: f32, %n: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %tid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c7 = arith.constant 7 : index
    %first = arith.cmpi slt, %tid, %c7 : index
    cf.cond_br %first, ^head(%c0 : index), ^head(%c1 : index)
  ^head(%i: index): // expected-note {{because of this condition}}
    %more = arith.cmpi slt, %i, %n : index
    cf.cond_br %more, ^body, ^out
  ^body:
    // expected-warning@below {{divergent-barrier}}
    gpu.barrier
    %next = arith.addi %i, %c1 : index
    cf.br ^head(%next : index)
  ^out:
    gpu.return
  }
}
