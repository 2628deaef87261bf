// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// Each wave counts for itself: the first threads of two waves get one number.
func.func @k(%in: memref<?xi32>, %out: memref<512xi32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %list = memref.alloc() : memref<640xi32, #gpu.address_space<workgroup>>
  %count = memref.alloc() : memref<4xi32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %four = arith.constant 4 : i32
  %less = arith.constant -1 : i32
  %t = gpu.thread_id x
  %wave = arith.divui %t, %c32 : index
  %x = memref.load %in[%t] : memref<?xi32>
  %first = arith.cmpi ult, %t, %c1 : index
  scf.if %first {
    memref.store %zero, %count[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  }
  gpu.barrier
  %old = memref.atomic_rmw addi %one, %count[%wave] : (i32, memref<4xi32, #gpu.address_space<workgroup>>) -> i32
  %p = arith.index_cast %old : i32 to index
  // expected-note@below {{written here}}
  // expected-information@below {{racing-store}}
  memref.store %x, %list[%p] : memref<640xi32, #gpu.address_space<workgroup>>
  return
}
// -----
// Four elements, and numbers that are nearer to each other.
func.func @k(%in: memref<?xi32>, %out: memref<512xi32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %list = memref.alloc() : memref<640xi32, #gpu.address_space<workgroup>>
  %count = memref.alloc() : memref<4xi32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %four = arith.constant 4 : i32
  %less = arith.constant -1 : i32
  %t = gpu.thread_id x
  %wave = arith.divui %t, %c32 : index
  %x = memref.load %in[%t] : memref<?xi32>
  %first = arith.cmpi ult, %t, %c1 : index
  scf.if %first {
    memref.store %zero, %count[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  }
  gpu.barrier
  %old = memref.atomic_rmw addi %one, %count[%c0] : (i32, memref<4xi32, #gpu.address_space<workgroup>>) -> i32
  %p = arith.index_cast %old : i32 to index
  %w = vector.broadcast %x : i32 to vector<4xi32>
  // expected-note@below {{written here}}
  // expected-information@below {{racing-store}}
  vector.store %w, %list[%p] : memref<640xi32, #gpu.address_space<workgroup>>, vector<4xi32>
  return
}
// -----
// A counter that also goes down hands a number out twice.
func.func @k(%in: memref<?xi32>, %out: memref<512xi32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %list = memref.alloc() : memref<640xi32, #gpu.address_space<workgroup>>
  %count = memref.alloc() : memref<4xi32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %four = arith.constant 4 : i32
  %less = arith.constant -1 : i32
  %t = gpu.thread_id x
  %wave = arith.divui %t, %c32 : index
  %x = memref.load %in[%t] : memref<?xi32>
  %first = arith.cmpi ult, %t, %c1 : index
  scf.if %first {
    memref.store %zero, %count[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  }
  gpu.barrier
  %old = memref.atomic_rmw addi %one, %count[%c0] : (i32, memref<4xi32, #gpu.address_space<workgroup>>) -> i32
  %back = memref.atomic_rmw addi %less, %count[%c0] : (i32, memref<4xi32, #gpu.address_space<workgroup>>) -> i32
  %p = arith.index_cast %old : i32 to index
  // expected-note@below {{written here}}
  // expected-information@below {{racing-store}}
  memref.store %x, %list[%p] : memref<640xi32, #gpu.address_space<workgroup>>
  return
}
// -----
// No addition.
llvm.mlir.global internal @count() {addr_space = 3 : i32} : i32
llvm.mlir.global internal @list() {addr_space = 3 : i32} : !llvm.array<256 x i32>
llvm.func @l() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c = llvm.mlir.addressof @count : !llvm.ptr<3>
  %l = llvm.mlir.addressof @list : !llvm.ptr<3>
  %old = llvm.atomicrmw umax %c, %one monotonic : !llvm.ptr<3>, i32
  %p = llvm.getelementptr %l[%old] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %t = nvvm.read.ptx.sreg.tid.x : i32
  // expected-note@below {{written here}}
  // expected-information@below {{racing-store}}
  llvm.store %t, %p : i32, !llvm.ptr<3>
  llvm.return
}
