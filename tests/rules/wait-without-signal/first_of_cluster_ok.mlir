// RUN: fencepost lint %s --verify-diagnostics
// The workgroup whose place in the cluster is 0 copies for both: each of them waits for its own half.
func.func @host(%desc: !llvm.ptr) {
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %size = arith.constant 64 : index
  gpu.launch clusters(%cx, %cy, %cz) in (%ca = %two, %cb = %one, %cc = %one)
      blocks(%bx, %by, %bz) in (%ba = %two, %bb = %one, %bc = %one)
      threads(%tx, %ty, %tz) in (%ta = %size, %tb = %one, %tc = %one) {
    %smem = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %c0 = arith.constant 0 : index
    %i0 = arith.constant 0 : i32
    %i1 = arith.constant 1 : i32
    %both = arith.constant 3 : i16
    %bytes = arith.constant 1024 : i32
    %ticks = arith.constant 10000000 : i32
    %struct = builtin.unrealized_conversion_cast %smem : memref<?xi8, #gpu.address_space<workgroup>> to !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
    %bar = llvm.extractvalue %struct[1] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
    %data = llvm.getelementptr %bar[1024] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %place = gpu.cluster_block_id x
    %leads = arith.cmpi eq, %place, %c0 : index
    %first = arith.cmpi eq, %tx, %c0 : index
    %copies = arith.andi %first, %leads : i1
    nvvm.mbarrier.init %bar, %i1, predicate = %first : !llvm.ptr<3>, i32, i1
    nvvm.fence.mbarrier.init
    nvvm.cluster.arrive {aligned}
    nvvm.cluster.wait {aligned}
    nvvm.mbarrier.arrive.expect_tx %bar, %bytes, predicate = %first : !llvm.ptr<3>, i32, i1
    nvvm.cp.async.bulk.tensor.shared.cluster.global %data, %desc, %bar, box[%i0, %i0] multicast_mask = %both predicate = %copies : !llvm.ptr<3>, !llvm.ptr
    nvvm.mbarrier.try_wait.parity %bar, %i0, %ticks : !llvm.ptr<3>, i32, i32
    nvvm.cluster.arrive {aligned}
    nvvm.cluster.wait {aligned}
    gpu.terminator
  }
  return
}
