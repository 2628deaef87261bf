// RUN: fencepost lint %s --target=gfx1100 --ignore divergent-barrier --verify-diagnostics
// Each thread reads what one of its own half of the waves wrote, which the barrier orders: threads of the other half are one barrier behind. Of which half threads are
// is not looked at, so that this may be wrong, and is no error.
gpu.module @kernels {
  gpu.func @turns(%v: f32) workgroup(%lds: memref<128xf32, 3>)
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c64 = arith.constant 64 : index
    %tid = gpu.thread_id x
    %lower = arith.cmpi ult, %tid, %c64 : index
    %true = arith.constant true
    %upper = arith.xori %lower, %true : i1
    %c32 = arith.constant 32 : index
    %other = arith.xori %tid, %c32 : index
    scf.if %upper {
      amdgpu.lds_barrier
    }
    memref.store %v, %lds[%tid] : memref<128xf32, 3> // expected-note {{written here}}
    amdgpu.lds_barrier
    // expected-warning@below {{missing-barrier: memref.load may read %lds}}
    %r = memref.load %lds[%other] : memref<128xf32, 3>
    scf.if %lower {
      amdgpu.lds_barrier
    }
    gpu.return
  }
}
