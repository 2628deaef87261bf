// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// Ops that no table knows and functions of another file may be what an mbarrier needs: nothing certain is said.
!bar = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
!token = !nvgpu.mbarrier.token
gpu.module @kernels {
  func.func private @elsewhere(!bar)
  gpu.func @arrives(%out: memref<?xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c63 = arith.constant 63 : index
    %c64 = arith.constant 64 : index
    %ticks = arith.constant 1000 : index
    %f = arith.constant 1.0 : f32
    %even = arith.constant false
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %x = memref.alloc() : memref<64xf32, 3>
    %bars = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %bars[%c0], %c64, predicate = %first : !bar
    gpu.barrier
    %writes = arith.cmpi ult, %tid, %c64 : index
    scf.if %writes {
      memref.store %f, %x[%tid] : memref<64xf32, 3> // expected-note {{written here}}
      "my.op"(%bars) : (!bar) -> () // expected-information {{unknown-op}} expected-information {{unknown-protocol}} expected-note {{written here}}
    } else {
      nvgpu.mbarrier.try_wait.parity %bars[%c0], %even, %ticks : !bar // expected-information {{missing-barrier}}
      %i = arith.subi %tid, %c64 : index
      %j = arith.subi %c63, %i : index
      %v = memref.load %x[%j] : memref<64xf32, 3> // expected-information {{missing-barrier}}
      memref.store %v, %out[%i] : memref<?xf32>
    }
    gpu.return
  }
  gpu.func @initialises(%out: memref<?xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c63 = arith.constant 63 : index
    %c64 = arith.constant 64 : index
    %ticks = arith.constant 1000 : index
    %f = arith.constant 1.0 : f32
    %even = arith.constant false
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %x = memref.alloc() : memref<64xf32, 3>
    %bars = nvgpu.mbarrier.create -> !bar
    "my.op"(%bars) : (!bar) -> () // expected-information {{unknown-op}} expected-information {{unknown-protocol}}
    gpu.barrier
    %writes = arith.cmpi ult, %tid, %c64 : index
    scf.if %writes {
      memref.store %f, %x[%tid] : memref<64xf32, 3> // expected-note {{written here}}
      %token = nvgpu.mbarrier.arrive %bars[%c0] : !bar -> !token
    } else {
      nvgpu.mbarrier.try_wait.parity %bars[%c0], %even, %ticks : !bar
      %i = arith.subi %tid, %c64 : index
      %j = arith.subi %c63, %i : index
      %v = memref.load %x[%j] : memref<64xf32, 3> // expected-information {{missing-barrier}}
      memref.store %v, %out[%i] : memref<?xf32>
    }
    gpu.return
  }
  gpu.func @initialises_elsewhere(%out: memref<?xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c63 = arith.constant 63 : index
    %c64 = arith.constant 64 : index
    %ticks = arith.constant 1000 : index
    %f = arith.constant 1.0 : f32
    %even = arith.constant false
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %x = memref.alloc() : memref<64xf32, 3>
    %bars = nvgpu.mbarrier.create -> !bar
    func.call @elsewhere(%bars) : (!bar) -> () // expected-information {{unknown-protocol}}
    gpu.barrier
    %writes = arith.cmpi ult, %tid, %c64 : index
    scf.if %writes {
      memref.store %f, %x[%tid] : memref<64xf32, 3> // expected-note {{written here}}
      %token = nvgpu.mbarrier.arrive %bars[%c0] : !bar -> !token
    } else {
      nvgpu.mbarrier.try_wait.parity %bars[%c0], %even, %ticks : !bar
      %i = arith.subi %tid, %c64 : index
      %j = arith.subi %c63, %i : index
      %v = memref.load %x[%j] : memref<64xf32, 3> // expected-information {{missing-barrier}}
      memref.store %v, %out[%i] : memref<?xf32>
    }
    gpu.return
  }
}
