// Barriers, waits, fences and asynchronous copies of the GPU dialects, each in the spellings of several releases.
#ws = #gpu.address_space<workgroup>
!group = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
!token = !nvgpu.mbarrier.token
!map = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>

func.func @amd(%g: memref<128x64xf32, 1>, %lds: memref<64x64xf32, #ws>, %i: index, %v: f32, %s: i32, %p: i1, %named: !gpu.named_barrier) {
  //? read=  attr:memfence=
  gpu.barrier
  //? attr:memfence=[#gpu.address_space<workgroup>]
  gpu.barrier memfence [#gpu.address_space<workgroup>]
  //? attr:memfence=[]
  gpu.barrier memfence []
  //? read=%named  attr:memfence=[#gpu.address_space<workgroup>]
  gpu.barrier named(%named) memfence [#gpu.address_space<workgroup>]
  //? attr:scope=<subgroup>
  gpu.barrier scope <subgroup>
  //? attr:address_spaces=[#gpu.address_space<global>]
  "gpu.barrier"() <{address_spaces = [#gpu.address_space<global>], scope = #gpu.barrier_scope<workgroup>}> : () -> ()
  //? read=%named
  "gpu.barrier"(%named) <{scope = #gpu.barrier_scope<workgroup>}> : (!gpu.named_barrier) -> ()
  //? word0=x  type=index  int:upper_bound=64
  %tx = gpu.thread_id x upper_bound 64
  //? attr:dimension=#gpu<dim y>  type=index
  %ty = "gpu.thread_id"() {dimension = #gpu<dim y>} : () -> index
  amdgpu.lds_barrier
  //? int:load=3  int:ds=0  int:store=
  amdgpu.memory_counter_wait load(3) ds(0)
  //? int:load=3  int:ds=0
  "amdgpu.memory_counter_wait"() <{ds = 0 : i32, load = 3 : i32}> : () -> ()
  //? read=%g  write=%lds  at=[%i, 0]  attr:async=
  amdgpu.gather_to_lds %g[%i, %i], %lds[%i, 0] : vector<4xf32>, memref<128x64xf32, 1>, memref<64x64xf32, #ws>
  //? read=%g  write=%lds  at=[%i, %i]  attr:async=async
  amdgpu.gather_to_lds async %g[%i, %i], %lds[%i, %i] : f32, memref<128x64xf32, 1>, memref<64x64xf32, #ws>
  //? read=%g  write=%lds  at=[%i, %i]  attr:async=async  attr:transferType=f32
  "amdgpu.gather_to_lds"(%g, %i, %i, %lds, %i, %i) <{async, operandSegmentSizes = array<i32: 1, 2, 1, 2>, transferType = f32}> : (memref<128x64xf32, 1>, index, index, memref<64x64xf32, #ws>, index, index) -> ()
  //? read=%lds  at=[%i, %i]  type=vector<4xf32>
  %t = amdgpu.transpose_load %lds[%i, %i] : memref<64x64xf32, #ws> -> vector<4xf32>
  //? read=%g  second=%lds  type=!amdgpu.tdm_base<f32>
  %base = amdgpu.make_dma_base %g[%i, %i], %lds[%i, %i] : memref<128x64xf32, 1>, memref<64x64xf32, #ws> -> !amdgpu.tdm_base<f32>
  %objects = memref.alloc() : memref<8x!amdgpu.ds_barrier_state, #ws>
  //? read=%base  object=%objects
  %desc = amdgpu.make_dma_descriptor %base globalSize [64, 64] globalStride [64, 1] sharedSize [64, 64] atomicBarrier(%objects[%i] : memref<8x!amdgpu.ds_barrier_state, #ws>) : !amdgpu.tdm_base<f32> -> !amdgpu.tdm_descriptor
  //? write=%desc
  amdgpu.tensor_load_to_lds %desc : !amdgpu.tdm_descriptor
  //? read=%objects  at=[%i]
  amdgpu.ds_barrier_init %objects[%i], %s : memref<8x!amdgpu.ds_barrier_state, #ws>, i32
  //? read=%g  attr:boundsCheck=false
  %rb = amdgpu.raw_buffer_load boundsCheck(false) %g[%s, %s] sgprOffset(%s) : memref<128x64xf32, 1>, i32, i32 -> f32
  //? write=%g  value=%v  attr:boundsCheck=false
  amdgpu.raw_buffer_store {boundsCheck = false} %v -> %g[%s, %s] : f32 -> memref<128x64xf32, 1>, i32, i32
  return
}

llvm.func @rocdl(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %r: !llvm.ptr<8>, %o: i32, %nb: !llvm.ptr<15>) {
  //? id=-1
  rocdl.s.barrier.signal id = -1
  //? id=-1
  rocdl.s.barrier.signal -1
  //? id=-1
  "rocdl.s.barrier.wait"() <{id = -1 : i32}> : () -> ()
  //? id=3  type=i1
  %first = rocdl.s.barrier.signal.isfirst id = 3 -> i1
  //? read=%nb  count=4
  rocdl.s.barrier.init %nb member_cnt = 4 : !llvm.ptr<15>
  //? read=%nb  count=0
  "rocdl.s.barrier.signal.var"(%nb) <{memberCnt = 0 : i32}> : (!llvm.ptr<15>) -> ()
  //? count=0
  rocdl.s.wait.dscnt 0
  //? count=2
  "rocdl.s.wait.dscnt"() <{id = 2 : i16}> : () -> ()
  //? count=16368
  rocdl.s.waitcnt 16368
  //? count=1
  rocdl.wait.asyncmark 1
  //? read=%g  write=%s  count=4
  rocdl.load.to.lds %g, %s, 4, 0, 0 : !llvm.ptr<1>
  //? read=%g  write=%s  count=16
  "rocdl.load.to.lds"(%g, %s) <{aux = 0 : i32, offset = 0 : i32, size = 16 : i32}> : (!llvm.ptr<1>, !llvm.ptr<3>) -> ()
  //? read=%s  write=%g  count=8
  rocdl.global.store.async.from.lds.b64 %g, %s, 0, 0 : !llvm.ptr<1>, !llvm.ptr<3>
  %bytes = llvm.mlir.constant(4 : i32) : i32
  //? read=%r  write=%s  count=4
  rocdl.raw.ptr.buffer.load.lds %r, %s, %bytes, %o, %o, %o, 0
  //? read=%s  type=vector<2xi32>
  %tr = rocdl.ds.read.tr8.b64 %s : !llvm.ptr<3> -> vector<2xi32>
  //? name=rocdl.sched.barrier
  rocdl.sched.barrier none
  //? literal0=0
  rocdl.sched.barrier 0
  llvm.return
}

func.func @nvgpu(%g: memref<128x128xf32>, %s: memref<3x16x128xf32, 3>, %b: !group, %d: !map, %buf: memref<64x64xf32, 3>, %i: index, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  //? read=%g  write=%s  at=[%c0, %i, %c0]  count=4  type=  attr:bypassL1=bypassL1
  %t0 = nvgpu.device_async_copy %g[%i, %c0], %s[%c0, %i, %c0], 4 bypassL1 : memref<128x128xf32> to memref<3x16x128xf32, 3>
  //? read=%g  write=%s  at=[%c0, %i, %c0]  count=4
  %t1 = nvgpu.device_async_copy %g[%i, %c0], %s[%c0, %i, %c0], 4, %n {bypassL1} : memref<128x128xf32> to memref<3x16x128xf32, 3>
  //? read=%g  write=%s  at=[%c0, %i, %c0]  count=4
  %t2 = "nvgpu.device_async_copy"(%s, %c0, %i, %c0, %g, %i, %c0) <{bypassL1, dstElements = 4 : index, operandSegmentSizes = array<i32: 1, 3, 1, 2, 0>}> : (memref<3x16x128xf32, 3>, index, index, index, memref<128x128xf32>, index, index) -> !nvgpu.device.async.token
  %group = nvgpu.device_async_create_group %t0, %t1
  //? count=0
  nvgpu.device_async_wait %group
  //? count=1
  nvgpu.device_async_wait %group numGroups = 1
  //? count=2
  nvgpu.device_async_wait %group {numGroups = 2 : i32}
  //? read=%b  at=[%i]  count=8
  nvgpu.mbarrier.init %b[%i], %c8 : !group
  //? read=%b  at=[%i]  count=8
  "nvgpu.mbarrier.init"(%b, %c8, %i, %p) : (!group, index, index, i1) -> ()
  //? read=%b  at=[%i]
  %t = nvgpu.mbarrier.arrive %b[%i] : !group -> !token
  //? read=%b  at=[%i]  type=i1
  %done = nvgpu.mbarrier.test.wait %b[%i], %t : !group, !token
  //? read=%b  at=[%i]
  nvgpu.mbarrier.try_wait.parity %b[%i], %p, %n : !group
  //? read=%d  write=%buf  object=%b
  nvgpu.tma.async.load %d[%i, %i], %b[%c0] to %buf, predicate = %p : !map, !group -> memref<64x64xf32, 3>
  //? read=%buf
  nvgpu.tma.async.store %buf to %d[%i, %i] : memref<64x64xf32, 3> -> !map
  //? read=%buf  at=[%i, %i]  type=vector<4x2xf16>
  %l = nvgpu.ldmatrix %buf[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<64x64xf16, 3> -> vector<4x2xf16>
  return
}

llvm.func @nvvm(%s: !llvm.ptr<3>, %g: !llvm.ptr<1>, %m: !llvm.ptr<3>, %n: i32) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %threads = llvm.mlir.constant(128 : i32) : i32
  //? id=0  count=
  nvvm.barrier0
  //? id=0  count=
  nvvm.barrier
  //? id=1  count=128
  nvvm.barrier id = %one number_of_threads = %threads
  //? id=1  count=128
  "nvvm.barrier"(%one, %threads) <{aligned = true, operandSegmentSizes = array<i32: 1, 1>}> : (i32, i32) -> ()
  //? id=1  count=
  "nvvm.barrier"(%one) <{aligned = true, operandSegmentSizes = array<i32: 1, 0>}> : (i32) -> ()
  //? id=0  count=128
  nvvm.barrier.arrive number_of_threads = %threads
  //? id=1  count=128
  "nvvm.barrier.arrive"(%one, %threads) <{aligned = true}> : (i32, i32) -> ()
  //? id=0  count=128
  "nvvm.barrier.arrive"(%threads) <{aligned = true}> : (i32) -> ()
  //? read=%g  write=%s  count=16
  nvvm.cp.async.shared.global %s, %g, 16, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
  //? count=0
  nvvm.cp.async.wait.group 0
  //? count=1  attr:read=read
  nvvm.cp.async.bulk.wait_group 1 {read}
  //? read=%m  count=128
  nvvm.mbarrier.init %m, %threads : !llvm.ptr<3>, i32
  //? read=%m  type=i64
  %state = nvvm.mbarrier.arrive.shared %m : !llvm.ptr<3> -> i64
  //? write=%s  object=%m
  nvvm.cp.async.bulk.tensor.shared.cluster.global %s, %g, %m, box[%n, %n] : !llvm.ptr<3>, !llvm.ptr<1>
  //? write=%s  object=%m
  "nvvm.cp.async.bulk.tensor.shared.cluster.global"(%s, %g, %n, %n, %m) <{operandSegmentSizes = array<i32: 1, 1, 2, 1, 0, 0, 0, 0>}> : (!llvm.ptr<3>, !llvm.ptr<1>, i32, i32, !llvm.ptr<3>) -> ()
  //? type=i32
  %tx = nvvm.read.ptx.sreg.tid.x range <i32, 0, 1024> : i32
  llvm.return
}
