// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// Verification rule: no signal is left without a wait.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @situation(%v: f32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>
    // expected-error@below {{unwaited-signal}}
    rocdl.s.barrier.signal id = -1
    gpu.return
  }
}
