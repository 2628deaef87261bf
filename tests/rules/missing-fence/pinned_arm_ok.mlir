// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Each arm uses what it reads before the op that pins the schedule, once as regions and once as blocks.
gpu.module @kernels {
  gpu.func @regions(%a: f32, %b: f32, %acc: vector<4xf32>, %c: i1, %out: memref<256xvector<4xf32>>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %a, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %d = scf.if %c -> vector<4xf32> {
      %r = memref.load %lds[%other] : memref<256xf32, 3>
      %p = amdgpu.mfma 16x16x4 %r * %r + %acc blgp = none : f32, f32, vector<4xf32>
      scf.yield %p : vector<4xf32>
    } else {
      scf.yield %acc : vector<4xf32>
    }
    rocdl.sched.barrier none
    rocdl.s.barrier
    memref.store %b, %lds[%tid] : memref<256xf32, 3>
    memref.store %d, %out[%tid] : memref<256xvector<4xf32>>
    gpu.return
  }
  gpu.func @blocks(%a: f32, %b: f32, %acc: vector<4xf32>, %c: i1, %out: memref<256xvector<4xf32>>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %a, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    cf.cond_br %c, ^read, ^join(%acc : vector<4xf32>)
  ^read:
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    %p = amdgpu.mfma 16x16x4 %r * %r + %acc blgp = none : f32, f32, vector<4xf32>
    cf.br ^join(%p : vector<4xf32>)
  ^join(%d: vector<4xf32>):
    rocdl.sched.barrier none
    rocdl.s.barrier
    memref.store %b, %lds[%tid] : memref<256xf32, 3>
    memref.store %d, %out[%tid] : memref<256xvector<4xf32>>
    gpu.return
  }
}
