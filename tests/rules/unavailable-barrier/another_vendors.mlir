// RUN: fencepost lint %s --verify-diagnostics
// A barrier of another vendor's chips, whatever its number.
gpu.module @amd [#rocdl.target<chip = "gfx942">] {
  gpu.func @numbered(%n: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : i32
    // expected-error@below {{unavailable-barrier: nvvm.barrier is for NVIDIA: gfx942 does not have it; use gpu.barrier}}
    nvvm.barrier id = %c0
    gpu.return
  }
}
gpu.module @nvidia [#nvvm.target<chip = "sm_90">] {
  gpu.func @split() kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    // expected-error@below {{unavailable-barrier: rocdl.s.barrier.signal is for AMDGPU gfx12+: sm_90 does not have it; use gpu.barrier}}
    rocdl.s.barrier.signal id = -1
    // expected-error@below {{unavailable-barrier}}
    rocdl.s.barrier.wait id = -1
    gpu.return
  }
}
