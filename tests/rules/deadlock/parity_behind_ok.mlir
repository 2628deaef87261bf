// RUN: fencepost lint %s --verify-diagnostics
// A wait for the phase that is known passes.
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
  nvgpu.mbarrier.try_wait.parity %b[%c0], %false, %c10 : !bar
  scf.for %i = %c0 to %n step %c1 {
    scf.if %first {
      %t = nvgpu.mbarrier.arrive %b[%c0] : !bar -> !nvgpu.mbarrier.token
    }
    %phase = memref.load %choices[%i] : memref<64xi1>
    // expected-information@below {{unknown-protocol: nvgpu.mbarrier.try_wait.parity does not tell which phase}}
    nvgpu.mbarrier.try_wait.parity %b[%c0], %phase, %c10 : !bar
  }
  return
}
