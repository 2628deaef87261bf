// RUN: fencepost lint %s --target=gfx942 --ignore=redundant-barrier --verify-diagnostics
// The first lane that gets here is 4, not the first of its wave: wave 0 stores where all read.
gpu.module @m {
  gpu.func @k(%v: f32) workgroup(%a: memref<4096xf32, 3>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %tid = gpu.thread_id x
    %c4 = arith.constant 4 : index
    %t = arith.index_cast %tid : index to i32
    %p = arith.cmpi uge, %tid, %c4 : index
    cf.cond_br %p, ^some, ^all
  ^some:
    %u = rocdl.readfirstlane %t : i32
    %i = arith.index_cast %u : i32 to index
    memref.store %v, %a[%i] : memref<4096xf32, 3> // expected-note {{written here}}
    cf.br ^all
  ^all:
    // expected-warning@below {{missing-barrier: memref.load may read %a}}
    %r = memref.load %a[%c4] : memref<4096xf32, 3>
    gpu.return
  }
}
