// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// A barrier that the text does not tell may be any: half-typed, no number at all, a pointer to one of two. Nothing is said of it, and nothing of what it may have
// done to others; it orders nothing. Numbers that no barrier has are told apart from that.
func.func @half_typed(%v: f32) -> f32 attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c255 = arith.constant 255 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c255, %tid : index
  %lds = memref.alloc() : memref<256xf32, 3>
  memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
  rocdl.s.wait.dscnt 0
  rocdl.s.barrier.signal id = 
  rocdl.s.barrier.wait id = -1
  // expected-error@below {{missing-barrier}}
  %r = memref.load %lds[%rev] : memref<256xf32, 3>
  return %r : f32
}

func.func @no_number() attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  rocdl.s.barrier.signal
  "rocdl.s.barrier.wait"() : () -> ()
  return
}

func.func @no_such_number() attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  // expected-error@below {{unavailable-barrier: there is no barrier -5: gfx1250 has -1, the workgroup's, -3, the cluster's, and 1 to 16}}
  rocdl.s.barrier.signal id = -5
  // expected-error@below {{unavailable-barrier: there is no barrier of that number}}
  rocdl.s.barrier.wait id = 99999999999999999999
  // expected-error@below {{unavailable-barrier: there is no barrier of that number}}
  rocdl.s.barrier.signal id = -2147483648
  return
}

llvm.mlir.global internal @b0() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0>
llvm.mlir.global internal @b1() {addr_space = 3 : i32} : !llvm.target<"amdgcn.named.barrier", 0>
llvm.func @one_of_two(%c: i1) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  %0 = llvm.mlir.addressof @b0 : !llvm.ptr<3>
  %1 = llvm.mlir.addressof @b1 : !llvm.ptr<3>
  %s = llvm.select %c, %0, %1 : i1, !llvm.ptr<3>
  rocdl.s.barrier.init %s member_cnt = 4
  rocdl.s.barrier.join %s
  rocdl.s.barrier.signal.var %s member_cnt = 4
  rocdl.s.barrier.wait id = 1
  llvm.return
}
