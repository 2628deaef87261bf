// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// One thread counts tiles by a map, the other by a division.
!bars = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
gpu.module @m [#nvvm.target<chip = "sm_90">] {
  gpu.func @k(%length: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c32 = arith.constant 32 : index
    %c128 = arith.constant 128 : index
    %ticks = arith.constant 10000000 : index
    %true = arith.constant true
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %other = arith.cmpi eq, %tid, %c32 : index
    %bars = nvgpu.mbarrier.create -> !bars
    nvgpu.mbarrier.init %bars[%c0], %c1, predicate = %first : !bars
    nvgpu.mbarrier.init %bars[%c1], %c1, predicate = %first : !bars
    gpu.barrier
    %tiles = affine.apply affine_map<()[s0] -> (s0 ceildiv 128)>()[%length]
    %parts = arith.ceildivui %length, %c128 : index
    scf.if %first {
      scf.for %i = %c0 to %tiles step %c1 {
        %odd = arith.remui %i, %c2 : index
        %phase = arith.cmpi eq, %odd, %c0 : index
        nvgpu.mbarrier.try_wait.parity %bars[%c1], %phase, %ticks : !bars
        %t = nvgpu.mbarrier.arrive %bars[%c0] : !bars -> !nvgpu.mbarrier.token
      }
    }
    scf.if %other {
      scf.for %i = %c0 to %parts step %c1 {
        %odd = arith.remui %i, %c2 : index
        %phase = arith.cmpi ne, %odd, %c0 : index
        nvgpu.mbarrier.try_wait.parity %bars[%c0], %phase, %ticks : !bars
        %t = nvgpu.mbarrier.arrive %bars[%c1] : !bars -> !nvgpu.mbarrier.token
      }
    }
    gpu.return
  }
}
