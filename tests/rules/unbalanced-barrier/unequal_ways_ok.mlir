// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Memory tells which waves store, and all of them pass as many barriers.
gpu.module @m {
  gpu.func @k(%out: memref<128xf32>, %x: f32, %in: memref<2xi32>) workgroup(%buf: memref<128xf32, 3>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %c64 = arith.constant 64 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %zero = arith.constant 0 : i32
    %last = arith.constant 127 : index
    %other = arith.subi %last, %t : index
    %wave = arith.divui %t, %c64 : index
    %told = memref.load %in[%wave] : memref<2xi32>
    %some = arith.cmpi eq, %told, %zero : i32
    // expected-note@+2 {{this condition}}
    // expected-note@below {{this condition}}
    scf.if %some {
      scf.for %i = %c0 to %c4 step %c1 {
        // expected-information@below {{divergent-barrier: divergent barrier, but all waves arrive equally often}}
        gpu.barrier
        memref.store %x, %buf[%t] : memref<128xf32, 3>
      }
    } else {
      scf.for %i = %c0 to %c4 step %c1 {
        // expected-information@below {{divergent-barrier: divergent barrier, but all waves arrive equally often}}
        gpu.barrier
      }
    }
    gpu.barrier
    %l = memref.load %buf[%other] : memref<128xf32, 3>
    memref.store %l, %out[%t] : memref<128xf32>
    gpu.return
  }
}
