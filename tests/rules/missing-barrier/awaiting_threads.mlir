// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Before a compiler shares its tiles out among threads, an op does the work of the whole workgroup.
// expected-information@below {{missing-barrier: the workgroup's work is not shared out among its threads yet: 2 pairs of accesses wait for that pass, before lines 9 and 10}}
func.func @exchange(%from: memref<64x64xf32>, %to: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %tile = memref.alloc() : memref<64x64xf32, #gpu.address_space<workgroup>>
  %x = vector.transfer_read %from[%c0, %c0], %zero : memref<64x64xf32>, vector<64x64xf32>
  vector.transfer_write %x, %tile[%c0, %c0] : vector<64x64xf32>, memref<64x64xf32, #gpu.address_space<workgroup>>
  %y = vector.transfer_read %tile[%c0, %c0], %zero : memref<64x64xf32, #gpu.address_space<workgroup>>, vector<64x64xf32>
  vector.transfer_write %y, %to[%c0, %c0] : vector<64x64xf32>, memref<64x64xf32>
  return
}
