// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// A long loop of waves that run one barrier behind the others: all its barriers are asked for, and each is needed.
func.func @pingpong(%v: f32, %out: memref<512xf32>) attributes {gpu.known_block_size = array<i32: 512, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20000 = arith.constant 20000 : index
  %c256 = arith.constant 256 : index
  %c511 = arith.constant 511 : index
  %tid = gpu.thread_id x
  %mirrored = arith.subi %c511, %tid : index
  %lds = memref.alloc() : memref<512xf32, #gpu.address_space<workgroup>>
  %late = arith.cmpi sge, %tid, %c256 : index
  %early = arith.cmpi slt, %tid, %c256 : index
  memref.store %v, %lds[%tid] : memref<512xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  scf.if %late {
    rocdl.s.barrier
  }
  scf.for %i = %c0 to %c20000 step %c1 {
    %x = memref.load %lds[%mirrored] : memref<512xf32, #gpu.address_space<workgroup>>
    amdgpu.lds_barrier
    amdgpu.lds_barrier
    memref.store %x, %lds[%tid] : memref<512xf32, #gpu.address_space<workgroup>>
    amdgpu.lds_barrier
    amdgpu.lds_barrier
  }
  scf.if %early {
    rocdl.s.barrier
  }
  %y = memref.load %lds[%mirrored] : memref<512xf32, #gpu.address_space<workgroup>>
  memref.store %y, %out[%tid] : memref<512xf32>
  return
}
