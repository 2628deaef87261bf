// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// As shared_out_among_groups.mlir, but all have read before the next one is written.
func.func @persistent(%rows: i32, %columns: i32, %depth: i32, %groups: i32, %v: f32, %out: memref<?xf32>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c255 = arith.constant 255 : index
  %lds = memref.alloc() : memref<256xf32, #gpu.address_space<workgroup>>
  %tid = gpu.thread_id x
  %mirrored = arith.subi %c255, %tid : index
  %block = gpu.block_id x
  %first = arith.index_cast %block : index to i32
  %down = arith.ceildivsi %rows, %c64 : i32
  %across = arith.ceildivsi %columns, %c64 : i32
  %tiles = arith.muli %down, %across : i32
  %left = arith.subi %tiles, %first : i32
  %turns = arith.ceildivsi %left, %groups : i32
  %steps = arith.maxsi %depth, %c1 : i32
  %all = arith.muli %turns, %steps : i32
  %further = arith.subi %all, %c1 : i32
  %deep = arith.cmpi sgt, %depth, %c0 : i32
  scf.if %deep {
    memref.store %v, %lds[%tid] : memref<256xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    scf.for %i = %c0 to %further step %c1 : i32 {
      %r = memref.load %lds[%mirrored] : memref<256xf32, #gpu.address_space<workgroup>>
      memref.store %r, %out[%tid] : memref<?xf32>
      gpu.barrier
      memref.store %v, %lds[%tid] : memref<256xf32, #gpu.address_space<workgroup>>
      gpu.barrier
    }
  }
  return
}
