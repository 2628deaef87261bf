// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// The same with a barrier: what remains lies in one wave of 64, and is no race of threads that a barrier could order.
func.func @reduce(%v: f32, %out: memref<256xf32>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %lanes = arith.constant 64 : i32
  %far = arith.constant 1 : i32
  %slots = memref.alloc() : memref<4xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %wave = arith.divui %t, %c64 : index
  %lane = arith.remui %t, %c64 : index
  %sum, %valid = gpu.shuffle xor %v, %far, %lanes : f32
  %first = arith.cmpi eq, %lane, %c0 : index
  scf.if %first {
    memref.store %sum, %slots[%wave] : memref<4xf32, #gpu.address_space<workgroup>>
  }
  amdgpu.lds_barrier
  %leads = arith.cmpi ult, %t, %c64 : index
  scf.if %leads {
    %used = arith.cmpi ult, %lane, %c4 : index
    %slot = arith.select %used, %lane, %c0 : index
    %part = memref.load %slots[%slot] : memref<4xf32, #gpu.address_space<workgroup>>
    %all, %known = gpu.shuffle xor %part, %far, %lanes : f32
    scf.if %first {
      memref.store %all, %slots[%c0] : memref<4xf32, #gpu.address_space<workgroup>>
    }
  }
  amdgpu.lds_barrier
  %result = memref.load %slots[%c0] : memref<4xf32, #gpu.address_space<workgroup>>
  memref.store %result, %out[%t] : memref<256xf32>
  return
}
