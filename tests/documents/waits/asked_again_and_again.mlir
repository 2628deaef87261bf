// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// test.wait only asks. In a loop that does nothing else and ends when the answer is yes it has waited behind the loop; asked once, or the wrong way round, it has not.
// The first thread arrives twice: once with the bytes of its copy, once as all others do.
#ws = #gpu.address_space<workgroup>
!bar = !nvgpu.mbarrier.group<memorySpace = #ws, num_barriers = 1>
!map = !nvgpu.tensormap.descriptor<tensor = memref<512xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
gpu.module @kernels {
  gpu.func @until_it_says_so(%map: !map, %out: memref<512xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %data = memref.alloc() : memref<512xf32, #ws>
    %c0 = arith.constant 0 : index
    %c65 = arith.constant 65 : index
    %c2048 = arith.constant 2048 : index
    %true = arith.constant true
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %m = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %m[%c0], %c65, predicate = %first : !bar
    gpu.barrier
    nvgpu.mbarrier.arrive.expect_tx %m[%c0], %c2048, predicate = %first : !bar
    nvgpu.tma.async.load %map[%c0], %m[%c0] to %data, predicate = %first : !map, !bar -> memref<512xf32, #ws>
    %token = nvgpu.mbarrier.arrive %m[%c0] : !bar -> !nvgpu.mbarrier.token
    scf.while : () -> () {
      %done = nvgpu.mbarrier.test.wait %m[%c0], %token : !bar, !nvgpu.mbarrier.token
      %again = arith.xori %done, %true : i1
      scf.condition(%again)
    } do {
      scf.yield
    }
    %x = memref.load %data[%tid] : memref<512xf32, #ws>
    memref.store %x, %out[%tid] : memref<512xf32>
    gpu.return
  }

  gpu.func @a_loop_of_one_block(%map: !map, %out: memref<512xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %data = memref.alloc() : memref<512xf32, #ws>
    %c0 = arith.constant 0 : index
    %c65 = arith.constant 65 : index
    %c2048 = arith.constant 2048 : index
    %true = arith.constant true
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %m = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %m[%c0], %c65, predicate = %first : !bar
    gpu.barrier
    nvgpu.mbarrier.arrive.expect_tx %m[%c0], %c2048, predicate = %first : !bar
    nvgpu.tma.async.load %map[%c0], %m[%c0] to %data, predicate = %first : !map, !bar -> memref<512xf32, #ws>
    %token = nvgpu.mbarrier.arrive %m[%c0] : !bar -> !nvgpu.mbarrier.token
    cf.br ^bb1
  ^bb1:
    %done = nvgpu.mbarrier.test.wait %m[%c0], %token : !bar, !nvgpu.mbarrier.token
    cf.cond_br %done, ^bb2, ^bb1
  ^bb2:
    %x = memref.load %data[%tid] : memref<512xf32, #ws>
    memref.store %x, %out[%tid] : memref<512xf32>
    gpu.return
  }

  gpu.func @while_it_says_so(%map: !map, %out: memref<512xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %data = memref.alloc() : memref<512xf32, #ws>
    %c0 = arith.constant 0 : index
    %c65 = arith.constant 65 : index
    %c2048 = arith.constant 2048 : index
    %true = arith.constant true
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %m = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %m[%c0], %c65, predicate = %first : !bar
    gpu.barrier
    nvgpu.mbarrier.arrive.expect_tx %m[%c0], %c2048, predicate = %first : !bar
    nvgpu.tma.async.load %map[%c0], %m[%c0] to %data, predicate = %first : !map, !bar -> memref<512xf32, #ws> // expected-note {{thread 0 starts it here}}
    %token = nvgpu.mbarrier.arrive %m[%c0] : !bar -> !nvgpu.mbarrier.token
    scf.while : () -> () {
      %done = nvgpu.mbarrier.test.wait %m[%c0], %token : !bar, !nvgpu.mbarrier.token
      scf.condition(%done)
    } do {
      scf.yield
    }
    %x = memref.load %data[%tid] : memref<512xf32, #ws> // expected-error {{missing-async-wait}}
    memref.store %x, %out[%tid] : memref<512xf32>
    gpu.return
  }

  gpu.func @a_loop_left_too_early(%map: !map, %out: memref<512xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %data = memref.alloc() : memref<512xf32, #ws>
    %c0 = arith.constant 0 : index
    %c65 = arith.constant 65 : index
    %c2048 = arith.constant 2048 : index
    %true = arith.constant true
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %m = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %m[%c0], %c65, predicate = %first : !bar
    gpu.barrier
    nvgpu.mbarrier.arrive.expect_tx %m[%c0], %c2048, predicate = %first : !bar
    nvgpu.tma.async.load %map[%c0], %m[%c0] to %data, predicate = %first : !map, !bar -> memref<512xf32, #ws> // expected-note {{thread 0 starts it here}}
    %token = nvgpu.mbarrier.arrive %m[%c0] : !bar -> !nvgpu.mbarrier.token
    cf.br ^bb1
  ^bb1:
    %done = nvgpu.mbarrier.test.wait %m[%c0], %token : !bar, !nvgpu.mbarrier.token
    cf.cond_br %done, ^bb1, ^bb2
  ^bb2:
    %x = memref.load %data[%tid] : memref<512xf32, #ws> // expected-error {{missing-async-wait}}
    memref.store %x, %out[%tid] : memref<512xf32>
    gpu.return
  }

  gpu.func @asked_once(%map: !map, %out: memref<512xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %data = memref.alloc() : memref<512xf32, #ws>
    %c0 = arith.constant 0 : index
    %c65 = arith.constant 65 : index
    %c2048 = arith.constant 2048 : index
    %true = arith.constant true
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %m = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %m[%c0], %c65, predicate = %first : !bar
    gpu.barrier
    nvgpu.mbarrier.arrive.expect_tx %m[%c0], %c2048, predicate = %first : !bar
    nvgpu.tma.async.load %map[%c0], %m[%c0] to %data, predicate = %first : !map, !bar -> memref<512xf32, #ws> // expected-note {{thread 0 starts it here}}
    %token = nvgpu.mbarrier.arrive %m[%c0] : !bar -> !nvgpu.mbarrier.token
    %done = nvgpu.mbarrier.test.wait %m[%c0], %token : !bar, !nvgpu.mbarrier.token
    %x = memref.load %data[%tid] : memref<512xf32, #ws> // expected-error {{missing-async-wait}}
    memref.store %x, %out[%tid] : memref<512xf32>
    gpu.return
  }
}
