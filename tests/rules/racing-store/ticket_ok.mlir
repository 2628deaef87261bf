// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// Each thread gets a number of its own, and stores there.
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
  memref.store %x, %list[%p] : memref<640xi32, #gpu.address_space<workgroup>>
  return
}
// -----
// Four elements for each.
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
  %old = memref.atomic_rmw addi %four, %count[%c0] : (i32, memref<4xi32, #gpu.address_space<workgroup>>) -> i32
  %p = arith.index_cast %old : i32 to index
  %w = vector.broadcast %x : i32 to vector<4xi32>
  vector.store %w, %list[%p] : memref<640xi32, #gpu.address_space<workgroup>>, vector<4xi32>
  return
}
// -----
// Another addition to the same counter.
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
  %skipped = memref.atomic_rmw addi %two, %count[%c0] : (i32, memref<4xi32, #gpu.address_space<workgroup>>) -> i32
  %p = arith.index_cast %old : i32 to index
  memref.store %x, %list[%p] : memref<640xi32, #gpu.address_space<workgroup>>
  return
}
// -----
// The same in LLVM.
llvm.mlir.global internal @count() {addr_space = 3 : i32} : i32
llvm.mlir.global internal @list() {addr_space = 3 : i32} : !llvm.array<256 x i32>
llvm.func @l() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %one = llvm.mlir.constant(1 : i32) : i32
  %c = llvm.mlir.addressof @count : !llvm.ptr<3>
  %l = llvm.mlir.addressof @list : !llvm.ptr<3>
  %old = llvm.atomicrmw add %c, %one monotonic : !llvm.ptr<3>, i32
  %p = llvm.getelementptr %l[%old] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %t = nvvm.read.ptx.sreg.tid.x : i32
  llvm.store %t, %p : i32, !llvm.ptr<3>
  llvm.return
}
