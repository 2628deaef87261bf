// RUN: fencepost lint %s --verify-diagnostics
// A conversion under way casts a buffer to a struct of pointer, offset, sizes and strides, and computes with addresses
// as integers: another thread's element is read with no barrier between.
gpu.module @m attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  gpu.func @k(%v: f32, %out: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %smem = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %at = arith.constant 512 : index
    %four = llvm.mlir.constant(4 : i64) : i64
    %last = llvm.mlir.constant(63 : i64) : i64
    %t = gpu.thread_id x
    %t64 = arith.index_cast %t : index to i64
    %turned = llvm.sub %last, %t64 : i64
    %view = memref.view %smem[%at][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<128xf32, #gpu.address_space<workgroup>>
    %cast = builtin.unrealized_conversion_cast %view : memref<128xf32, #gpu.address_space<workgroup>> to !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
    %pointer = llvm.extractvalue %cast[1] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
    %offset = llvm.extractvalue %cast[2] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
    // expected-note@+1 {{written here}}
    memref.store %v, %view[%t] : memref<128xf32, #gpu.address_space<workgroup>>
    %element = llvm.add %offset, %turned : i64
    %bytes = llvm.mul %element, %four : i64
    %base = llvm.ptrtoint %pointer : !llvm.ptr<3> to i64
    %address = llvm.add %base, %bytes : i64
    %place = llvm.inttoptr %address : i64 to !llvm.ptr<3>
    // expected-error@+1 {{missing-barrier}}
    %r = llvm.load %place : !llvm.ptr<3> -> f32
    memref.store %r, %out[%t] : memref<64xf32>
    gpu.return
  }
}
