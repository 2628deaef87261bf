// RUN: fencepost lint %s --verify-diagnostics --min-level information
// The copies get further and further ahead of the readers, until a limit ends the run: what it has found by then is found. What the algebra alone
// says of the copies is information, beside what was not judged.
!obj = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 1>
!map = !nvgpu.tensormap.descriptor<tensor = memref<32xf32, #gpu.address_space<workgroup>>, swizzle = none, l2promo = none, oob = zero, interleave = none>
module attributes {gpu.container_module} {
  gpu.module @long [#nvvm.target<chip = "sm_90">] {
    // expected-information@below {{unknown-protocol: not judged: more steps than are run}}
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
      gpu.barrier // expected-note {{the last that thread 0 waits for}}
      %reads = arith.cmpi uge, %me, %half : index
      scf.if %reads {
        scf.for %i = %zero to %rounds step %one {
          %bit = arith.andi %i, %one : index
          %phase = arith.cmpi eq, %bit, %one : index
          // expected-error@below {{missed-phase}}
          nvgpu.mbarrier.try_wait.parity %filled[%zero], %phase, %spins : !obj
          %at = arith.subi %me, %half : index
          // expected-note@below {{warp 1 reads here, in iteration 0}}
          // expected-note@below {{read here}}
          %x = memref.load %tile[%at] : memref<32xf32, #gpu.address_space<workgroup>>
          memref.store %x, %sum[%me] : memref<?xf32>
          // expected-error@below {{early-arrival: early arrival: it may count one phase of %read too early}} expected-note@below {{warp 1 arrives here}}
          // expected-note@below {{the next that warp 1 tells others, on %read}}
          %t = nvgpu.mbarrier.arrive %read[%zero] : !obj -> !nvgpu.mbarrier.token
        }
      } else {
        scf.if %first {
          scf.for %i = %zero to %rounds step %one {
            %bit = arith.andi %i, %one : index
            %phase = arith.cmpi eq, %bit, %zero : index
            // expected-error@below {{early-arrival: early arrival: it may count one phase of %filled too early}}
            nvgpu.mbarrier.arrive.expect_tx %filled[%zero], %bytes : !obj
            // expected-information@below {{missing-async-wait: missing wait: %tile is written before its last copy lands}}
            // expected-error@below {{missing-barrier: race between streams: %tile is overwritten while}}
            // expected-error@below {{early-arrival: early arrival: it may count one phase of %filled too early}}
            // expected-note@+2 {{thread 0 arrives here}} expected-note@+2 {{thread 0 arrives here}} expected-note@+2 {{thread 0 arrives here}}
            // expected-note@below {{the run stops here}} expected-note@below {{copied here, in the iteration before}}
            nvgpu.tma.async.load %map[%zero], %filled[%zero] to %tile : !map, !obj -> memref<32xf32, #gpu.address_space<workgroup>>
          }
        }
      }
      gpu.return
    }
  }
}
