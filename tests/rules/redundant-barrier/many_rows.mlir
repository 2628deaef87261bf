// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Only the first row reads what a neighbour has written: the barriers of the others are of no use, and the last one
// before them is.
gpu.module @kernels {
  gpu.func @rows(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r0 = memref.load %lds[%other] : memref<256xf32, 3>
    // expected-note@+12 {{ordered here}}
    // expected-note@+11 {{ordered here}}
    // expected-note@+10 {{ordered here}}
    // expected-note@+9 {{ordered here}}
    // expected-note@+8 {{ordered here}}
    // expected-note@+7 {{ordered here}}
    // expected-note@+6 {{ordered here}}
    // expected-note@+5 {{ordered here}}
    // expected-note@+4 {{ordered here}}
    // expected-note@+3 {{ordered here}}
    // expected-note@+2 {{ordered here}}
    // expected-note@+1 {{ordered here}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    // expected-warning@below {{redundant-barrier}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r1 = memref.load %lds[%tid] : memref<256xf32, 3>
    // expected-warning@below {{redundant-barrier}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    // expected-warning@below {{redundant-barrier}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r2 = memref.load %lds[%tid] : memref<256xf32, 3>
    // expected-warning@below {{redundant-barrier}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    // expected-warning@below {{redundant-barrier}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r3 = memref.load %lds[%tid] : memref<256xf32, 3>
    // expected-warning@below {{redundant-barrier}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    // expected-warning@below {{redundant-barrier}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r4 = memref.load %lds[%tid] : memref<256xf32, 3>
    // expected-warning@below {{redundant-barrier}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    // expected-warning@below {{redundant-barrier}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r5 = memref.load %lds[%tid] : memref<256xf32, 3>
    // expected-warning@below {{redundant-barrier}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    // expected-warning@below {{redundant-barrier}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r6 = memref.load %lds[%tid] : memref<256xf32, 3>
    // expected-warning@below {{redundant-barrier}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    // expected-warning@below {{redundant-barrier}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r7 = memref.load %lds[%tid] : memref<256xf32, 3>
    gpu.return
  }
}
