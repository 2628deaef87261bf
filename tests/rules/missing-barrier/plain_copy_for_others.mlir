// RUN: fencepost lint %s --verify-diagnostics
// What other threads have copied is read. On this chip a barrier waits for plain copies to LDS.
// fencepost: target=gfx942 block=256,1,1
func.func @barrier_does(%from: memref<256xf32>, %out: memref<256xf32>) attributes {gpu.kernel} {
  %lds = memref.alloc() : memref<256xf32, #gpu.address_space<workgroup>>
  %c255 = arith.constant 255 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c255, %tid : index
  // expected-note@below {{copied here}}
  amdgpu.gather_to_lds %from[%tid], %lds[%tid] : f32, memref<256xf32>, memref<256xf32, #gpu.address_space<workgroup>>
  // expected-error@below {{missing-barrier: memref.load may read %lds before the amdgpu.gather_to_lds on line 10 has landed: no barrier is between them; one would wait for the copy, too}}
  %v = memref.load %lds[%rev] : memref<256xf32, #gpu.address_space<workgroup>>
  memref.store %v, %out[%tid] : memref<256xf32>
  return
}
