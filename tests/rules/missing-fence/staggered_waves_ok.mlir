// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Half of the waves run one barrier behind the others; all of them wait for their stores before they meet the next barrier.
#ws = #gpu.address_space<workgroup>
func.func @ping_pong(%v: f32) -> f32 attributes {gpu.kernel, known_block_size = array<i32: 256, 1, 1>} {
  %c128 = arith.constant 128 : index
  %last = arith.constant 255 : index
  %true = arith.constant true
  %tile = memref.alloc() : memref<256xf32, #ws>
  %tid = gpu.thread_id x
  %mirror = arith.subi %last, %tid : index
  %late = arith.cmpi uge, %tid, %c128 : index
  scf.if %late {
    rocdl.s.barrier
  }
  memref.store %v, %tile[%tid] : memref<256xf32, #ws>
  %early = arith.xori %late, %true : i1
  scf.if %early { // expected-note {{this condition}}
    gpu.barrier memfence [#ws] // expected-information {{divergent-barrier}}
  }
  amdgpu.memory_counter_wait ds(0)
  rocdl.s.barrier
  %x = memref.load %tile[%mirror] : memref<256xf32, #ws>
  return %x : f32
}
