// RUN: fencepost lint %s --target=gfx942 --ignore=wide-fence --verify-diagnostics
// Two iterations: the load of the first reads bytes 128..255, the store of the second writes from byte 512 on. There is no third.
gpu.module @m {
  gpu.func @k(%f: f32, %v: vector<4xf32>) workgroup(%lds : memref<1024xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %tid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c32 = arith.constant 32 : index
    %c128 = arith.constant 128 : index
    scf.for %i = %c0 to %c2 step %c1 {
      %g = arith.cmpi uge, %tid, %c32 : index
      %a = arith.muli %tid, %c4 : index
      scf.if %g {
        vector.store %v, %lds[%a] : memref<1024xf32, #gpu.address_space<workgroup>>, vector<4xf32>
      }
      gpu.barrier
      %m = arith.remui %i, %c2 : index
      %mm = arith.muli %m, %c128 : index
      %b = arith.addi %mm, %tid : index
      scf.if %g {
        %r = memref.load %lds[%b] : memref<1024xf32, #gpu.address_space<workgroup>>
      }
    }
    gpu.return
  }
}
