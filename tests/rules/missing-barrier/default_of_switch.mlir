// RUN: fencepost lint %s --verify-diagnostics
// Two groups of 128 threads come to the default: what one of them writes the other may read.
gpu.module @m attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  gpu.func @k(%v: f32, %out: memref<128xf32>) kernel attributes {known_block_size = array<i32: 384, 1, 1>} {
    %s = memref.alloc() : memref<128xf32, #gpu.address_space<workgroup>>
    %c128 = arith.constant 128 : index
    %t = gpu.thread_id x
    %lane = arith.remui %t, %c128 : index
    %group = arith.divui %t, %c128 : index
    // expected-note@+1 {{no barrier can stand between them: not all threads take this way}}
    scf.index_switch %group
    case 1 {
      scf.yield
    }
    default {
      // expected-information@+3 {{racing-store}}
      // expected-note@+2 {{written here}}
      // expected-note@+1 {{written here}}
      memref.store %v, %s[%lane] : memref<128xf32, #gpu.address_space<workgroup>>
      // expected-error@+1 {{missing-barrier}}
      %r = memref.load %s[%lane] : memref<128xf32, #gpu.address_space<workgroup>>
      memref.store %r, %out[%lane] : memref<128xf32>
      scf.yield
    }
    gpu.return
  }
}
