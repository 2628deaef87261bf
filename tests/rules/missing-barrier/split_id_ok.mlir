// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The launch is not told, but a thread id that is split by (16, 8) stays below 128: rows of the first half are stored by one row of threads, rows of the second half are read.
func.func @halves(%v: vector<8xf16>) -> vector<8xf16> {
  %c0 = arith.constant 0 : index
  %y = gpu.thread_id y
  %x = gpu.thread_id x
  %tile = memref.alloc() : memref<32x64xf16, #gpu.address_space<workgroup>>
  %at:2 = affine.delinearize_index %x into (16, 8) : index, index
  %column = affine.linearize_index disjoint [%at#1, %c0] by (8, 8) : index
  %first = arith.cmpi eq, %y, %c0 : index
  scf.if %first {
    vector.store %v, %tile[%at#0, %column] : memref<32x64xf16, #gpu.address_space<workgroup>>, vector<8xf16>
  }
  %c16 = arith.constant 16 : index
  %row = arith.addi %at#0, %c16 : index
  %r = vector.load %tile[%row, %column] : memref<32x64xf16, #gpu.address_space<workgroup>>, vector<8xf16>
  return %r : vector<8xf16>
}
