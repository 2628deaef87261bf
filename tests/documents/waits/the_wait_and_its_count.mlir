// RUN: fencepost lint %s --verify-diagnostics
// What is missing is named: the wait of the counter that the copies use, with the largest count that covers them; a copy that no group holds is covered by none.
gpu.module @m [#nvvm.target<chip = "sm_90">] {
  gpu.func @nvgpu(%src: memref<4096xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<2x256xf32, 3>
    %t = nvgpu.device_async_copy %src[%tid], %a[%c0, %tid], 1 : memref<4096xf32> to memref<2x256xf32, 3> // expected-note {{copied here}} expected-note {{copied here}}
    %g = nvgpu.device_async_create_group %t
    %t1 = nvgpu.device_async_copy %src[%tid], %a[%c1, %tid], 1 : memref<4096xf32> to memref<2x256xf32, 3>
    %g1 = nvgpu.device_async_create_group %t1
    // expected-warning@below {{ineffective-barrier}}
    gpu.barrier
    // expected-error@below {{nvgpu.device_async_wait with a count of 1 or less must come before the barrier}}
    %x = memref.load %a[%c0, %rev] : memref<2x256xf32, 3>
    nvgpu.device_async_wait %g {numGroups = 0 : i32}
    gpu.return
  }
  gpu.func @uncommitted(%src: memref<4096xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, 3>
    %t = nvgpu.device_async_copy %src[%tid], %a[%tid], 1 : memref<4096xf32> to memref<256xf32, 3> // expected-note {{copied here, not committed}} expected-note {{copied here}} expected-note {{copied here}} expected-warning {{unwaited-copy}}
    // expected-warning@below {{redundant-wait}}
    nvgpu.device_async_wait %t {numGroups = 0 : i32}
    // expected-warning@below {{ineffective-barrier}}
    gpu.barrier
    // expected-error@below {{it is in no committed group}}
    %x = memref.load %a[%rev] : memref<256xf32, 3>
    gpu.return
  }
  llvm.func @cpasync(%src: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256, 1, 1>} {
    %0 = llvm.mlir.addressof @sm : !llvm.ptr<3>
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %c255 = llvm.mlir.constant(255 : i32) : i32
    %rev = llvm.sub %c255, %tid : i32
    %p = llvm.getelementptr %0[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %q = llvm.getelementptr %0[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    nvvm.cp.async.shared.global %p, %src, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1> // expected-note {{copied here}} expected-note {{copied here}}
    nvvm.cp.async.commit.group
    // expected-warning@below {{ineffective-barrier}}
    nvvm.barrier0
    // expected-error@below {{nvvm.cp.async.wait.group with a count of 0 must come before the barrier}}
    %x = llvm.load %q : !llvm.ptr<3> -> f32
    nvvm.cp.async.wait.group 0
    llvm.return
  }
  llvm.mlir.global internal @sm() {addr_space = 3 : i32} : !llvm.array<256 x f32>
}
gpu.module @gfx950 [#rocdl.target<chip = "gfx950">] {
  gpu.func @gather(%src: memref<4096xf32>, %i: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, 3>
    amdgpu.gather_to_lds %src[%tid], %a[%tid] : f32, memref<4096xf32>, memref<256xf32, 3> // expected-note {{copied here}} expected-note {{copied here}}
    // expected-warning@below {{ineffective-barrier}}
    rocdl.s.barrier
    // expected-error@below {{amdgpu.memory_counter_wait load(0) must come before the barrier}}
    %x = memref.load %a[%rev] : memref<256xf32, 3>
    gpu.return
  }
  gpu.func @gather_async(%src: memref<4096xf32>, %i: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, 3>
    %b = memref.alloc() : memref<256xf32, 3>
    amdgpu.gather_to_lds async %src[%tid], %a[%tid] : f32, memref<4096xf32>, memref<256xf32, 3> // expected-note {{copied here}} expected-note {{copied here}}
    rocdl.asyncmark
    amdgpu.gather_to_lds async %src[%tid], %b[%tid] : f32, memref<4096xf32>, memref<256xf32, 3>
    rocdl.asyncmark
    // expected-warning@below {{ineffective-barrier}}
    gpu.barrier
    // expected-error@below {{rocdl.wait.asyncmark with a count of 1 or less must come before the barrier}}
    %x = memref.load %a[%rev] : memref<256xf32, 3>
    rocdl.wait.asyncmark 0
    gpu.return
  }
}
gpu.module @gfx1250 [#rocdl.target<chip = "gfx1250">] {
  llvm.mlir.global internal @sm() {addr_space = 3 : i32} : !llvm.array<256 x f32>
  llvm.func @async(%src: !llvm.ptr<1>) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
    %0 = llvm.mlir.addressof @sm : !llvm.ptr<3>
    %tid = rocdl.workitem.id.x : i32
    %c255 = llvm.mlir.constant(255 : i32) : i32
    %rev = llvm.sub %c255, %tid : i32
    %p = llvm.getelementptr %0[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %q = llvm.getelementptr %0[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.global.load.async.to.lds.b32 %src, %p, 0, 0 : !llvm.ptr<1>, !llvm.ptr<3> // expected-note {{copied here}} expected-note {{copied here}}
    // expected-warning@below {{redundant-wait}}
    rocdl.s.wait.dscnt 0
    rocdl.s.barrier.signal id = -1
    // expected-warning@below {{ineffective-barrier}}
    rocdl.s.barrier.wait id = -1
    // expected-error@below {{rocdl.s.wait.asynccnt with a count of 0 must come before the barrier}}
    %x = llvm.load %q : !llvm.ptr<3> -> f32
    rocdl.s.wait.asynccnt 0
    llvm.return
  }
  llvm.func @tensor(%g0: vector<4xi32>, %g1: vector<8xi32>, %g2: vector<4xi32>, %g3: vector<4xi32>) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
    %0 = llvm.mlir.addressof @sm : !llvm.ptr<3>
    %tid = rocdl.workitem.id.x : i32
    %q = llvm.getelementptr %0[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    rocdl.tensor.load.to.lds %g0, %g1, %g2, %g3 cachepolicy 0 : vector<4xi32>, vector<8xi32> // expected-note {{copied here}} expected-note {{copied here}}
    rocdl.s.barrier.signal id = -1
    // expected-warning@below {{ineffective-barrier}}
    rocdl.s.barrier.wait id = -1
    // expected-warning@below {{rocdl.s.wait.tensorcnt with a count of 0 must come before the barrier}}
    %x = llvm.load %q : !llvm.ptr<3> -> f32
    rocdl.s.wait.tensorcnt 0
    llvm.return
  }
}
