// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// One arm reads and leaves its value unused: its read may still be under way behind the op that pins the schedule.
gpu.module @kernels {
  gpu.func @refill(%a: f32, %b: f32, %acc: vector<4xf32>, %c: i1, %out: memref<256xf32>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %a, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %d = scf.if %c -> f32 {
      %r = memref.load %lds[%other] : memref<256xf32, 3> // expected-note {{read here}}
      %p = amdgpu.mfma 16x16x4 %b * %b + %acc blgp = none : f32, f32, vector<4xf32>
      scf.yield %r : f32
    } else {
      scf.yield %b : f32
    }
    rocdl.sched.barrier none
    rocdl.s.barrier
    // expected-warning@below {{missing-fence: memref.store may overwrite %lds}}
    memref.store %b, %lds[%tid] : memref<256xf32, 3>
    memref.store %d, %out[%tid] : memref<256xf32>
    gpu.return
  }
}
