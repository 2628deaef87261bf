// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// On a fresh object a wait for parity 0 waits for the first phase, which nothing completes.
!b = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
module attributes {gpu.container_module} { gpu.module @m [#nvvm.target<chip = "sm_90">] {
  gpu.func @two_slots(%f: f32, %out: memref<?xf32>) workgroup(%x: memref<2x64xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c64 = arith.constant 64 : index
    %ticks = arith.constant 10000000 : index
    %other = arith.constant false
    %first = arith.constant false
    %t = gpu.thread_id x
    %full = nvgpu.mbarrier.create -> !b
    %empty = nvgpu.mbarrier.create -> !b
    %t0 = arith.cmpi eq, %t, %c0 : index
    scf.if %t0 {
      nvgpu.mbarrier.init %full[%c0], %c64 : !b
      nvgpu.mbarrier.init %full[%c1], %c64 : !b
      nvgpu.mbarrier.init %empty[%c0], %c64 : !b
      nvgpu.mbarrier.init %empty[%c1], %c64 : !b
    }
    gpu.barrier
    %p = arith.cmpi ult, %t, %c64 : index
    scf.if %p {
      scf.for %i = %c0 to %c2 step %c1 {
        // expected-error@below {{wait-without-signal: hang: thread 0 waits for %empty[0], no arrival is left}}
        // expected-note@below {{thread group 1-63 waits here for %empty[0], parity 0}}
        nvgpu.mbarrier.try_wait.parity %empty[%i], %other, %ticks : !b
        memref.store %f, %x[%i, %t] : memref<2x64xf32, #gpu.address_space<workgroup>>
        %a = nvgpu.mbarrier.arrive %full[%i] : !b -> !nvgpu.mbarrier.token
      }
    } else {
      %l = arith.subi %t, %c64 : index
      scf.for %i = %c0 to %c2 step %c1 {
        // expected-note@below {{warp group 2-3 waits here for %full[0], parity 0}}
        nvgpu.mbarrier.try_wait.parity %full[%i], %first, %ticks : !b
        %v = memref.load %x[%i, %l] : memref<2x64xf32, #gpu.address_space<workgroup>>
        memref.store %v, %out[%t] : memref<?xf32>
      }
    }
    gpu.return
  } } }
