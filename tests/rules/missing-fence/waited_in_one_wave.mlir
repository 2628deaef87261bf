// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The lower wave waits before its barrier for what it reads of the upper one's row. The upper wave waits for nothing: its own lanes store where others of them have read.
#ws = #gpu.address_space<workgroup>
func.func @shift(%v: f32) -> f32 attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c3 = arith.constant 3 : index
  %c64 = arith.constant 64 : index
  %tile = memref.alloc() : memref<131xf32, #ws>
  %tid = gpu.thread_id x
  %next = arith.addi %tid, %c3 : index
  %x = memref.load %tile[%next] : memref<131xf32, #ws> // expected-note {{read here}}
  %lower = arith.cmpi ult, %tid, %c64 : index
  scf.if %lower {
    amdgpu.memory_counter_wait ds(0)
    rocdl.s.barrier
  } else {
    rocdl.s.barrier
  }
  // expected-information@below {{missing-fence: memref.store may overwrite %tile while another thread's memref.load on line 10 still reads it: within one wave no barrier is needed, but the data must have landed}}
  memref.store %v, %tile[%tid] : memref<131xf32, #ws>
  return %x : f32
}
