// RUN: fencepost lint %s --target=gfx1100 --ignore divergent-barrier --verify-diagnostics
// Each thread reads what one of the other half of the waves writes, which is one barrier behind: it stores while the first half reads.
gpu.module @kernels {
  gpu.func @turns(%v: f32) workgroup(%lds: memref<128xf32, 3>)
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c64 = arith.constant 64 : index
    %tid = gpu.thread_id x
    %lower = arith.cmpi ult, %tid, %c64 : index
    %true = arith.constant true
    %upper = arith.xori %lower, %true : i1
    %other = arith.xori %tid, %c64 : index
    scf.if %upper {
      amdgpu.lds_barrier
    }
    memref.store %v, %lds[%tid] : memref<128xf32, 3> // expected-note {{wave group 2-3 writes here}}
    amdgpu.lds_barrier
    // expected-error@below {{missing-barrier: memref.load of wave group 0-1 may read %lds while the memref.store of wave group 2-3}}
    %r = memref.load %lds[%other] : memref<128xf32, 3>
    scf.if %lower {
      amdgpu.lds_barrier
    }
    gpu.return
  }
}
