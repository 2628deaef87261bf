// RUN: fencepost lint %s --target sm_90 --verify-diagnostics
// The loop in which the copy is waited for runs at least once.
!bar = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 1>
!map = !nvgpu.tensormap.descriptor<tensor = memref<128xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
// fencepost: block=64,1,1
func.func @five(%p: i1, %q: i1, %r: i1, %m: index, %n: index, %v: f32, %map: !map) attributes {gpu.kernel} {
  %b = memref.alloc() : memref<128xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c512 = arith.constant 512 : index
  %ticks = arith.constant 10000000 : index
  %true = arith.constant true
  %tid = gpu.thread_id x
  %first = arith.cmpi eq, %tid, %c0 : index
  %full = nvgpu.mbarrier.create -> !bar
  nvgpu.mbarrier.init %full[%c0], %c1, predicate = %first : !bar
  gpu.barrier
  nvgpu.mbarrier.arrive.expect_tx %full[%c0], %c512, predicate = %first : !bar
  nvgpu.tma.async.load %map[%c0], %full[%c0] to %b, predicate = %first : !map, !bar -> memref<128xf32, #gpu.address_space<workgroup>>
  %once = arith.maxui %m, %c1 : index
  scf.for %i = %c0 to %once step %c1 {
    %phase = arith.cmpi ne, %c0, %c0 : index
    nvgpu.mbarrier.try_wait.parity %full[%c0], %phase, %ticks : !bar
  }
  %not_p = arith.xori %p, %true : i1
  %not_r = arith.xori %r, %true : i1
  scf.if %not_p {
    scf.if %q {
      scf.if %not_r {
        scf.if %first {
          scf.for %i = %c0 to %n step %c1 {
            memref.store %v, %b[%c1] : memref<128xf32, #gpu.address_space<workgroup>>
          }
        }
      }
    }
  }
  return
}
