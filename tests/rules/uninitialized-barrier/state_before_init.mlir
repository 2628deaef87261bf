// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// The state of a named barrier that nobody has initialised is undefined; that of the workgroup's is there from the start.
llvm.mlir.global internal @half() {addr_space = 15 : i32} : !llvm.target<"amdgcn.named.barrier", 0>
llvm.func @ask() -> i32 attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  %half = llvm.mlir.addressof @half : !llvm.ptr<15>
  %whole = rocdl.s.get.barrier.state id = -1 -> i32
  // expected-error@below {{uninitialized-barrier: barrier @half is used before any init}}
  %state = rocdl.s.get.named.barrier.state %half : !llvm.ptr<15> -> i32
  %both = llvm.add %whole, %state : i32
  llvm.return %both : i32
}
