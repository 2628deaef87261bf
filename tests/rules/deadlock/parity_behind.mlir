// RUN: fencepost lint %s --verify-diagnostics
// The second arrival is behind the wait for it. The parity that memory holds does not matter: nobody comes so far.
!bar = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
func.func @kernel(%choices: memref<64xi1>, %n: index) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10000 : index
  %true = arith.constant true
  %false = arith.constant false
  %tid = gpu.thread_id x
  %b = nvgpu.mbarrier.create -> !bar
  %first = arith.cmpi eq, %tid, %c0 : index
  nvgpu.mbarrier.init %b[%c0], %c1, predicate = %first : !bar
  gpu.barrier
  scf.if %first {
    %t = nvgpu.mbarrier.arrive %b[%c0] : !bar -> !nvgpu.mbarrier.token
  }
  nvgpu.mbarrier.try_wait.parity %b[%c0], %false, %c10 : !bar
  // expected-error@below {{deadlock: thread 0 waits for ever for the phase of parity 1 of %b}}
  // expected-note@below {{thread group 1-63 waits here for %b, parity 1}}
  nvgpu.mbarrier.try_wait.parity %b[%c0], %true, %c10 : !bar
  scf.for %i = %c0 to %n step %c1 {
    scf.if %first {
      // expected-note@below {{thread 0 would arrive on %b here, behind the wait on line}}
      %t = nvgpu.mbarrier.arrive %b[%c0] : !bar -> !nvgpu.mbarrier.token
    }
    %phase = memref.load %choices[%i] : memref<64xi1>
    nvgpu.mbarrier.try_wait.parity %b[%c0], %phase, %c10 : !bar
  }
  return
}
