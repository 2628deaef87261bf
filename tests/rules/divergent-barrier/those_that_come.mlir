// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// Of the threads that come to the inner branch all choose alike: thread 0 is not among them, and proves nothing.
func.func @upper() attributes {gpu.kernel, gpu.known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %tid = gpu.thread_id x
  %upper = arith.cmpi uge, %tid, %c32 : index
  scf.if %upper {
    %first = arith.cmpi eq, %tid, %c0 : index
    scf.if %first { // expected-note {{because of this condition}}
    } else {
      // expected-warning@below {{divergent-barrier: gpu.barrier stands where threads may disagree}}
      gpu.barrier
    }
  }
  return
}
