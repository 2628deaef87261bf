// RUN: fencepost lint %s --target=gfx950 --verify-diagnostics
// A ring of two buffers whose next slot is handed on as a view, and two groups stay in flight: the slot that is read may not have landed.
#ws = #gpu.address_space<workgroup>
func.func @handed_on(%from: memref<?xf32>, %out: memref<256xf32>, %n: index) attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c255 = arith.constant 255 : index
  %tid = gpu.thread_id x
  %other = arith.subi %c255, %tid : index
  %wave = affine.apply affine_map<(d0) -> ((d0 floordiv 64) * 64)>(%tid)
  %zero = arith.constant 0.0 : f32
  %ring = memref.alloc() : memref<2x256xf32, #ws>
  %first = memref.subview %ring[0, 0] [1, 256] [1, 1] : memref<2x256xf32, #ws> to memref<256xf32, strided<[1]>, #ws>
  %start = memref.cast %first : memref<256xf32, strided<[1]>, #ws> to memref<256xf32, strided<[1], offset: ?>, #ws>
  // expected-note@+2 {{copied here}}
  // expected-note@below {{copied here}}
  amdgpu.gather_to_lds async %from[%tid], %start[%wave] : vector<1xf32>, memref<?xf32>, memref<256xf32, strided<[1], offset: ?>, #ws>
  rocdl.asyncmark
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %slot = %start) -> (f32, memref<256xf32, strided<[1], offset: ?>, #ws>) {
    %next = arith.addi %i, %c1 : index
    %which = affine.apply affine_map<(d0) -> (d0 mod 2)>(%next)
    %into = memref.subview %ring[%which, 0] [1, 256] [1, 1] : memref<2x256xf32, #ws> to memref<256xf32, strided<[1], offset: ?>, #ws>
    gpu.barrier memfence [#ws]
    // expected-error@+4 {{missing-async-wait: amdgpu.gather_to_lds}}
    // expected-note@+3 {{copied here, 2 iterations before}}
    // expected-note@+2 {{copied here}}
    // expected-note@below {{copied here, in the iteration before}}
    amdgpu.gather_to_lds async %from[%tid], %into[%wave] : vector<1xf32>, memref<?xf32>, memref<256xf32, strided<[1], offset: ?>, #ws>
    rocdl.asyncmark
    rocdl.wait.asyncmark 2
    // expected-warning@below {{ineffective-barrier: gpu.barrier}}
    gpu.barrier memfence [#ws]
    // expected-error@below {{missing-async-wait: memref.load}}
    %x = memref.load %slot[%other] : memref<256xf32, strided<[1], offset: ?>, #ws>
    %more = arith.addf %sum, %x : f32
    scf.yield %more, %into : f32, memref<256xf32, strided<[1], offset: ?>, #ws>
  }
  rocdl.wait.asyncmark 0
  memref.store %r#0, %out[%tid] : memref<256xf32>
  return
}
