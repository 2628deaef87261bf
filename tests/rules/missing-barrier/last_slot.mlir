// RUN: fencepost lint %s --verify-diagnostics
// The slots are 0, 1, 2, 1, 2, ..: slot 0 comes once. With three trips the last iteration reads the slot that is written behind the loop.
gpu.module @m {
gpu.func @last_slot(%out: memref<256xf32>, %f: f32, %n: index) workgroup(%a: memref<768xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  %c256 = arith.constant 256 : index
  %c767 = arith.constant 767 : index
  %t = gpu.thread_id x
  %pos = arith.maxsi %n, %c1 : index
  %m = arith.minsi %pos, %c10 : index
  %r = arith.subi %c767, %t : index
  %s9 = scf.for %i = %c0 to %m step %c1 iter_args(%s = %c0) -> (index) {
    %row = arith.muli %s, %c256 : index
    %at = arith.addi %row, %t : index
    gpu.barrier
    // expected-note@below {{read here}}
    %v = memref.load %a[%at] : memref<768xf32, 3>
    memref.store %v, %out[%t] : memref<256xf32>
    %s1 = arith.addi %s, %c1 : index
    %over = arith.cmpi sge, %s1, %c3 : index
    %next = arith.select %over, %c1, %s1 : index
    scf.yield %next : index
  }
  // expected-error@below {{missing-barrier: memref.store may overwrite %a while another thread's memref.load on line 20 still reads it}}
  memref.store %f, %a[%r] : memref<768xf32, 3>
  gpu.return
}
}
