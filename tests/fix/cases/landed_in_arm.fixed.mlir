// RUN: fencepost fix %s
// fencepost: target=gfx1250 block=64,1,1
// Copies of other threads land at a wait in one arm, and only some threads store there: the barrier goes behind the wait,
// into that arm.
func.func @landed_in_arm(%flag: i1, %from: memref<64xf32>, %value: f32) attributes {gpu.kernel} {
  %lds = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  %c63 = arith.constant 63 : index
  %c32 = arith.constant 32 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c63, %tid : index
  amdgpu.global_load_async_to_lds %from[%tid], %lds[%tid] : f32, memref<64xf32>, memref<64xf32, #gpu.address_space<workgroup>>
  scf.if %flag {
    rocdl.s.wait.asynccnt 0
    %some = arith.cmpi ult, %tid, %c32 : index
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    scf.if %some {
      memref.store %value, %lds[%rev] : memref<64xf32, #gpu.address_space<workgroup>>
    }
  }
  return
}
