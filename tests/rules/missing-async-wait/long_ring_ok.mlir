// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// So many iterations are not run to their end: the copies wait for the readers by an object, and nothing is certain of them.
!obj = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 1>
!map = !nvgpu.tensormap.descriptor<tensor = memref<32xf32, #gpu.address_space<workgroup>>, swizzle = none, l2promo = none, oob = zero, interleave = none>
module attributes {gpu.container_module} {
  gpu.module @long [#nvvm.target<chip = "sm_90">] {
    gpu.func @ring(%map: !map, %sum: memref<?xf32>) workgroup(%tile: memref<32xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %rounds = arith.constant 20000 : index
      %half = arith.constant 32 : index
      %bytes = arith.constant 128 : index
      %spins = arith.constant 1000000 : index
      %me = gpu.thread_id x
      %filled = nvgpu.mbarrier.create -> !obj
      %read = nvgpu.mbarrier.create -> !obj
      %first = arith.cmpi eq, %me, %zero : index
      scf.if %first {
        nvgpu.mbarrier.init %filled[%zero], %one : !obj
        nvgpu.mbarrier.init %read[%zero], %half : !obj
        nvvm.fence.mbarrier.init
      }
      gpu.barrier
      %reads = arith.cmpi uge, %me, %half : index
      scf.if %reads {
        scf.for %i = %zero to %rounds step %one {
          %bit = arith.andi %i, %one : index
          %phase = arith.cmpi eq, %bit, %one : index
          nvgpu.mbarrier.try_wait.parity %filled[%zero], %phase, %spins : !obj
          %at = arith.subi %me, %half : index
          %x = memref.load %tile[%at] : memref<32xf32, #gpu.address_space<workgroup>>
          memref.store %x, %sum[%me] : memref<?xf32>
          %t = nvgpu.mbarrier.arrive %read[%zero] : !obj -> !nvgpu.mbarrier.token
        }
      } else {
        scf.if %first {
          scf.for %i = %zero to %rounds step %one {
            %bit = arith.andi %i, %one : index
            %phase = arith.cmpi eq, %bit, %zero : index
            nvgpu.mbarrier.try_wait.parity %read[%zero], %phase, %spins : !obj
            nvgpu.mbarrier.arrive.expect_tx %filled[%zero], %bytes : !obj
            nvgpu.tma.async.load %map[%zero], %filled[%zero] to %tile : !map, !obj -> memref<32xf32, #gpu.address_space<workgroup>>
          }
        }
      }
      gpu.return
    }
  }
}
