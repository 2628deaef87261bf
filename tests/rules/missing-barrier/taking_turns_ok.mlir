// RUN: fencepost lint %s --target=gfx1100 --ignore divergent-barrier --verify-diagnostics
// Each thread reads what one of its own half of the waves wrote, which the barrier orders, although the other half is one barrier behind.
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
    memref.store %v, %lds[%tid] : memref<128xf32, 3>
    amdgpu.lds_barrier
    %r = memref.load %lds[%other] : memref<128xf32, 3>
    scf.if %lower {
      amdgpu.lds_barrier
    }
    gpu.return
  }
}
