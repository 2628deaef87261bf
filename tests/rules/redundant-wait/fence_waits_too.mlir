// RUN: fencepost lint %s --target=gfx950 --verify-diagnostics
// The barrier's fence completes plain copies to LDS, but only because backends happen to compile it so: no reason to take the wait out.
#ws = #gpu.address_space<workgroup>
func.func @copied(%from: memref<256xf32>, %out: memref<256xf32>) attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c255 = arith.constant 255 : index
  %tid = gpu.thread_id x
  %other = arith.subi %c255, %tid : index
  %wave = affine.apply affine_map<(d0) -> ((d0 floordiv 64) * 64)>(%tid)
  %lds = memref.alloc() : memref<256xf32, #ws>
  amdgpu.gather_to_lds %from[%tid], %lds[%wave] : vector<1xf32>, memref<256xf32>, memref<256xf32, #ws>
  // expected-hint@below {{redundant-wait: amdgpu.memory_counter_wait may be redundant: as LLVM compiles it today, the fence of the gpu.barrier on line 14 waits for the same copies}}
  amdgpu.memory_counter_wait load(0)
  // expected-note@below {{waited for here}}
  gpu.barrier memfence [#ws]
  %x = memref.load %lds[%other] : memref<256xf32, #ws>
  memref.store %x, %out[%tid] : memref<256xf32>
  return
}
