// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Ping-pong of which only the barriers are left: all waves pass them together, and of those in a row one is enough.
func.func @pingpong(%v: f32, %out: memref<512xf32>) attributes {gpu.known_block_size = array<i32: 512, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c256 = arith.constant 256 : index
  %c511 = arith.constant 511 : index
  %tid = gpu.thread_id x
  %mirrored = arith.subi %c511, %tid : index
  %lds = memref.alloc() : memref<512xf32, #gpu.address_space<workgroup>>
  memref.store %v, %lds[%tid] : memref<512xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %lds[%mirrored] : memref<512xf32, #gpu.address_space<workgroup>>
    // expected-note@below {{ordered here}}
    gpu.barrier
    // expected-warning@below {{redundant-barrier}}
    gpu.barrier
    // expected-warning@below {{redundant-barrier}}
    gpu.barrier
    memref.store %x, %lds[%tid] : memref<512xf32, #gpu.address_space<workgroup>>
    // expected-note@below {{ordered here}}
    gpu.barrier
    // expected-warning@below {{redundant-barrier}}
    gpu.barrier
  }
  %y = memref.load %lds[%mirrored] : memref<512xf32, #gpu.address_space<workgroup>>
  memref.store %y, %out[%tid] : memref<512xf32>
  return
}
