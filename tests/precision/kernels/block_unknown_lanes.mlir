// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// Nobody says how many threads x, y and z have. The fragments of a lane lie 16 bytes apart, whichever wave and row it has.
func.func @fragments(%v: vector<2xf32>, %out: memref<32x64xf32>) {
  %c0 = arith.constant 0 : index
  %tile = memref.alloc() : memref<32x64xf32, #gpu.address_space<workgroup>>
  %x = gpu.thread_id x
  %y = gpu.thread_id y
  %lane = gpu.lane_id
  %row = affine.apply affine_map<()[s0, s1] -> (s0 * 8 + s1 floordiv 4)>()[%y, %lane]
  %first = affine.apply affine_map<()[s0, s1] -> ((s0 floordiv 32) * 16 + (s1 mod 4) * 2)>()[%x, %lane]
  %second = affine.apply affine_map<()[s0, s1] -> ((s0 floordiv 32) * 16 + (s1 mod 4) * 2 + 8)>()[%x, %lane]
  vector.store %v, %tile[%row, %first] : memref<32x64xf32, #gpu.address_space<workgroup>>, vector<2xf32>
  %r = vector.load %tile[%row, %second] : memref<32x64xf32, #gpu.address_space<workgroup>>, vector<2xf32>
  gpu.barrier
  %s = vector.load %tile[%row, %first] : memref<32x64xf32, #gpu.address_space<workgroup>>, vector<2xf32>
  vector.store %r, %out[%row, %second] : memref<32x64xf32>, vector<2xf32>
  vector.store %s, %out[%row, %first] : memref<32x64xf32>, vector<2xf32>
  return
}

// With 16 columns less they are those of the wave beside it.
func.func @fragments_of_another(%v: vector<2xf32>, %out: memref<32x64xf32>) {
  %c0 = arith.constant 0 : index
  %tile = memref.alloc() : memref<32x64xf32, #gpu.address_space<workgroup>>
  %x = gpu.thread_id x
  %y = gpu.thread_id y
  %lane = gpu.lane_id
  %row = affine.apply affine_map<()[s0, s1] -> (s0 * 8 + s1 floordiv 4)>()[%y, %lane]
  %first = affine.apply affine_map<()[s0, s1] -> ((s0 floordiv 32) * 16 + (s1 mod 4) * 2)>()[%x, %lane]
  %second = affine.apply affine_map<()[s0, s1] -> ((s0 floordiv 32) * 16 + (s1 mod 4) * 2 + 16)>()[%x, %lane]
  vector.store %v, %tile[%row, %first] : memref<32x64xf32, #gpu.address_space<workgroup>>, vector<2xf32>
  // expected-note@above {{written here}}
  // expected-warning@below {{missing-barrier}}
  %r = vector.load %tile[%row, %second] : memref<32x64xf32, #gpu.address_space<workgroup>>, vector<2xf32>
  gpu.barrier
  %s = vector.load %tile[%row, %first] : memref<32x64xf32, #gpu.address_space<workgroup>>, vector<2xf32>
  vector.store %r, %out[%row, %second] : memref<32x64xf32>, vector<2xf32>
  vector.store %s, %out[%row, %first] : memref<32x64xf32>, vector<2xf32>
  return
}
