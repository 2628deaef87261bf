// RUN: fencepost lint %s --min-level=warning --verify-diagnostics
// Objects in memory of gfx1250: loops ask for their phase until it is another one.
#ws = #gpu.address_space<workgroup>
gpu.module @m [#rocdl.target<chip = "gfx1250">] {
  gpu.func @k(%f: f32) workgroup(%tile: memref<32xf32, #ws>, %b: memref<2x!amdgpu.ds_barrier_state, #ws>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %tid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c32 = arith.constant 32 : index
    %n = arith.constant 32 : i32
    %one = arith.constant 1 : i64
    %lane = arith.remui %tid, %c32 : index
    %first = arith.cmpi eq, %tid, %c0 : index
    scf.if %first {
      amdgpu.ds_barrier_init %b[%c0], %n : memref<2x!amdgpu.ds_barrier_state, #ws>, i32
      amdgpu.ds_barrier_init %b[%c1], %n : memref<2x!amdgpu.ds_barrier_state, #ws>, i32
    }
    gpu.barrier
    %writes = arith.cmpi ult, %tid, %c32 : index
    scf.if %writes {
      scf.for %i = %c0 to %c4 step %c1 {
        %odd = arith.remui %i, %c2 : index
        %p = arith.cmpi eq, %odd, %c0 : index
        scf.while : () -> () {
          %st = amdgpu.ds_barrier_poll_state %b[%c1] : memref<2x!amdgpu.ds_barrier_state, #ws> -> !amdgpu.ds_barrier_state
          %ph = amdgpu.ds_barrier_state_phase %st : !amdgpu.ds_barrier_state -> i32
          %pp = arith.trunci %ph : i32 to i1
          %same = arith.cmpi eq, %pp, %p : i1
          scf.condition(%same)
        } do {
          scf.yield
        }
        memref.store %f, %tile[%lane] : memref<32xf32, #ws>
        %o = amdgpu.ds_barrier_arrive %b[%c0], %one : memref<2x!amdgpu.ds_barrier_state, #ws>, i64 -> !amdgpu.ds_barrier_state
      }
    } else {
      scf.for %i = %c0 to %c4 step %c1 {
        %odd = arith.remui %i, %c2 : index
        %p = arith.cmpi ne, %odd, %c0 : index
        scf.while : () -> () {
          %st = amdgpu.ds_barrier_poll_state %b[%c0] : memref<2x!amdgpu.ds_barrier_state, #ws> -> !amdgpu.ds_barrier_state
          %ph = amdgpu.ds_barrier_state_phase %st : !amdgpu.ds_barrier_state -> i32
          %pp = arith.trunci %ph : i32 to i1
          %same = arith.cmpi eq, %pp, %p : i1
          scf.condition(%same)
        } do {
          scf.yield
        }
        %v = memref.load %tile[%lane] : memref<32xf32, #ws>
        %o = amdgpu.ds_barrier_arrive %b[%c1], %one : memref<2x!amdgpu.ds_barrier_state, #ws>, i64 -> !amdgpu.ds_barrier_state
      }
    }
    gpu.return
  }
}
