// RUN: fencepost lint %s --target sm_80 --verify-diagnostics
// All threads come to the barrier; half of them work.
// fencepost: block=256,1,1
func.func @tree(%tile: memref<256xf32, 3>) attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c128 = arith.constant 128 : index
  %tid = gpu.thread_id x
  scf.for %i = %c0 to %c8 step %c1 {
    %half = arith.shrui %c128, %i : index
    %works = arith.cmpi ult, %tid, %half : index
    scf.if %works {
      %other = arith.addi %tid, %half : index
      %a = memref.load %tile[%tid] : memref<256xf32, 3>
      %b = memref.load %tile[%other] : memref<256xf32, 3>
      %sum = arith.addf %a, %b : f32
      memref.store %sum, %tile[%tid] : memref<256xf32, 3>
    }
    gpu.barrier
  }
  return
}
