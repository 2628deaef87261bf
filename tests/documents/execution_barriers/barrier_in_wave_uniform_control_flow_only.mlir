// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// s_barrier is convergent within a wave: it can only be performed in wave-uniform control flow.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%v: f32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %c7 = arith.constant 7 : index
    %some = arith.cmpi ult, %tid, %c7 : index
    scf.if %some {  // expected-note {{because of this condition}}
      // expected-error@below {{divergent-barrier}}
      rocdl.s.barrier
    }
    gpu.return
  }
}
