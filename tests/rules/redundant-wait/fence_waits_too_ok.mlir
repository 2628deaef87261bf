// RUN: fencepost lint %s --target=gfx950 --verify-diagnostics
// An asynchronous copy is completed by a wait for its group alone.
#ws = #gpu.address_space<workgroup>
func.func @copied(%from: memref<256xf32>, %out: memref<256xf32>) attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c255 = arith.constant 255 : index
  %tid = gpu.thread_id x
  %other = arith.subi %c255, %tid : index
  %wave = affine.apply affine_map<(d0) -> ((d0 floordiv 64) * 64)>(%tid)
  %lds = memref.alloc() : memref<256xf32, #ws>
  amdgpu.gather_to_lds async %from[%tid], %lds[%wave] : vector<1xf32>, memref<256xf32>, memref<256xf32, #ws>
  rocdl.asyncmark
  rocdl.wait.asyncmark 0
  gpu.barrier memfence [#ws]
  %x = memref.load %lds[%other] : memref<256xf32, #ws>
  memref.store %x, %out[%tid] : memref<256xf32>
  return
}
