// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// Each warp is told by memory what it does; the one that reads waits for the one that writes.
#map = affine_map<(d0) -> (d0 floordiv 32)>
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @roles(%x: f32, %out: memref<32xf32>) workgroup(%jobs: memref<2xi32, #gpu.address_space<workgroup>>, %tile: memref<32xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : i32
      %c2 = arith.constant 2 : index
      %c32 = arith.constant 32 : index
      %c64 = arith.constant 64 : i32
      %tid = gpu.thread_id x
      %warp = affine.apply #map(%tid)
      %lane = arith.remui %tid, %c32 : index
      %first = arith.cmpi ult, %tid, %c2 : index
      scf.if %first {
        %other = arith.subi %c2, %tid : index
        %job = arith.index_cast %other : index to i32
        memref.store %job, %jobs[%tid] : memref<2xi32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %mine = memref.load %jobs[%warp] : memref<2xi32, #gpu.address_space<workgroup>>
      %reads = arith.cmpi eq, %mine, %c1 : i32
      scf.if %reads {
        nvvm.barrier id = %c1 number_of_threads = %c64
        %v = memref.load %tile[%lane] : memref<32xf32, #gpu.address_space<workgroup>>
        memref.store %v, %out[%lane] : memref<32xf32>
      } else {
        memref.store %x, %tile[%lane] : memref<32xf32, #gpu.address_space<workgroup>>
        nvvm.barrier.arrive id = %c1 number_of_threads = %c64
      }
      gpu.return
    }
  }
}
