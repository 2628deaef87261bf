// RUN: fencepost lint %s --verify-diagnostics
// The first 128 threads come to the default: each reads what it has written itself.
gpu.module @m attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  gpu.func @k(%v: f32, %out: memref<128xf32>) kernel attributes {known_block_size = array<i32: 384, 1, 1>} {
    %s = memref.alloc() : memref<128xf32, #gpu.address_space<workgroup>>
    %c128 = arith.constant 128 : index
    %t = gpu.thread_id x
    %lane = arith.remui %t, %c128 : index
    %group = arith.divui %t, %c128 : index
    scf.index_switch %group
    case 1 {
      scf.yield
    }
    case 2 {
      scf.yield
    }
    default {
      memref.store %v, %s[%lane] : memref<128xf32, #gpu.address_space<workgroup>>
      %r = memref.load %s[%lane] : memref<128xf32, #gpu.address_space<workgroup>>
      memref.store %r, %out[%lane] : memref<128xf32>
      scf.yield
    }
    gpu.return
  }
}
