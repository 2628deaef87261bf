// RUN: fencepost lint %s --target=gfx950 --min-level=warning --verify-diagnostics
// A second barrier behind a gather orders nothing more.
func.func @k(%from: memref<128xf32>, %to: memref<128xf32>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 128, 1, 1>} {
  %lds = memref.alloc() : memref<128xf32, #gpu.address_space<workgroup>>
  %c127 = arith.constant 127 : index
  %t = gpu.thread_id x
  %other = arith.subi %c127, %t : index
  "iree_gpu.coalesced_gather_dma"(%from, %lds, %t) : (memref<128xf32>, memref<128xf32, #gpu.address_space<workgroup>>, index) -> ()
  amdgpu.memory_counter_wait load(0)
  // expected-note@below {{ordered here; one of the two is enough}}
  gpu.barrier
  // expected-warning@below {{redundant-barrier}}
  gpu.barrier
  %v = memref.load %lds[%other] : memref<128xf32, #gpu.address_space<workgroup>>
  memref.store %v, %to[%t] : memref<128xf32>
  return
}
