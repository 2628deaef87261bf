// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// What is missing is a wait, and one before the first barrier helps all three reads: one finding, the other reads are places of it. The second barrier
// lacks a wait of its own, for the reads: another finding.
gpu.module @kernels {
  gpu.func @exchange(%v: f32, %out: memref<256xf32>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %c128 = arith.constant 128 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %half = arith.xori %tid, %c128 : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    rocdl.s.barrier
    // expected-error@+1 {{missing-fence: memref.load may read %lds before another thread's memref.store on line 12 has written it: the barrier between them does not wait until the data has landed; amdgpu.memory_counter_wait ds(0) makes it sure, also for 2 more accesses}}
    %a = memref.load %lds[%other] : memref<256xf32, 3> // expected-note {{read here}}
    %b = memref.load %lds[%half] : memref<256xf32, 3> // expected-note {{too early here, too}} expected-note {{read here}}
    %c = memref.load %lds[%other] : memref<256xf32, 3> // expected-note {{too early here, too}} expected-note {{read here}}
    rocdl.s.barrier
    // expected-error@+1 {{missing-fence: memref.store may overwrite %lds while another thread's memref.load}}
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.return
  }
}
