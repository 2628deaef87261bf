// RUN: fencepost lint %s --min-level hint --verify-diagnostics
// Number 0 of AMD's ops is the null barrier: to signal it does nothing.
gpu.module @kernels {
  gpu.func @k() kernel {
    // expected-information@below {{redundant-barrier: rocdl.s.barrier.signal on the null barrier (0) does nothing and can go}}
    rocdl.s.barrier.signal id = 0
    gpu.return
  }
}
