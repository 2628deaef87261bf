// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// NVIDIA numbers its barriers 0 to 15. A count makes a barrier one of that many threads; with the full count it is the workgroup's.
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<128 x f32>

llvm.func @barrier_0(%v: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c63 = llvm.mlir.constant(63 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %half = llvm.sub %c63, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %near = llvm.getelementptr %a[%half] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine : f32, !llvm.ptr<3>
  nvvm.barrier0
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}

llvm.func @id_with_the_full_count(%v: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c63 = llvm.mlir.constant(63 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %half = llvm.sub %c63, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %near = llvm.getelementptr %a[%half] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %mine : f32, !llvm.ptr<3>
  nvvm.barrier id = %c1 number_of_threads = %c128
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}

llvm.func @part_orders_its_part(%v: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c63 = llvm.mlir.constant(63 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %half = llvm.sub %c63, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %near = llvm.getelementptr %a[%half] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %first = llvm.icmp "ult" %tid, %c64 : i32
  scf.if %first {
    llvm.store %v, %mine : f32, !llvm.ptr<3>
    nvvm.barrier id = %c1 number_of_threads = %c64
    %x = llvm.load %near : !llvm.ptr<3> -> f32
  }
  llvm.return
}

llvm.func @part_does_not_order_the_rest(%v: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c63 = llvm.mlir.constant(63 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %half = llvm.sub %c63, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %near = llvm.getelementptr %a[%half] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %first = llvm.icmp "ult" %tid, %c64 : i32
  scf.if %first {
    llvm.store %v, %mine : f32, !llvm.ptr<3> // expected-note {{written here}}
    nvvm.barrier id = %c1 number_of_threads = %c64
  }
  // expected-error@below {{missing-barrier}}
  %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  llvm.return
}

llvm.func @arrive_and_sync(%v: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c63 = llvm.mlir.constant(63 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %half = llvm.sub %c63, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %near = llvm.getelementptr %a[%half] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %first = llvm.icmp "ult" %tid, %c64 : i32
  scf.if %first {
    llvm.store %v, %mine : f32, !llvm.ptr<3>
    nvvm.barrier.arrive id = %c2 number_of_threads = %c128
  } else {
    nvvm.barrier id = %c2 number_of_threads = %c128
    %x = llvm.load %theirs : !llvm.ptr<3> -> f32
  }
  llvm.return
}

llvm.func @no_such_id(%v: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c127 = llvm.mlir.constant(127 : i32) : i32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c63 = llvm.mlir.constant(63 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %rev = llvm.sub %c127, %tid : i32
  %half = llvm.sub %c63, %tid : i32
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %mine = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %theirs = llvm.getelementptr %a[%rev] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %near = llvm.getelementptr %a[%half] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  // expected-error@below {{unavailable-barrier}}
  nvvm.barrier id = %c16 number_of_threads = %c128
  llvm.return
}
