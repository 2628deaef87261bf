// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Both waves wait before their barrier for what they read: the lower one of the upper one's row, the lanes of each of each other's.
#ws = #gpu.address_space<workgroup>
func.func @shift(%v: f32) -> f32 attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c3 = arith.constant 3 : index
  %c64 = arith.constant 64 : index
  %tile = memref.alloc() : memref<131xf32, #ws>
  %tid = gpu.thread_id x
  %next = arith.addi %tid, %c3 : index
  %x = memref.load %tile[%next] : memref<131xf32, #ws>
  amdgpu.memory_counter_wait ds(0)
  %lower = arith.cmpi ult, %tid, %c64 : index
  scf.if %lower {
    rocdl.s.barrier
  } else {
    rocdl.s.barrier
  }
  memref.store %v, %tile[%tid] : memref<131xf32, #ws>
  return %x : f32
}
