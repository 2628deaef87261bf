// Suppressions that work, one that is not needed, and three that are wrong.
gpu.module @kernels [#rocdl.target<chip = "gfx942">] {
  gpu.func @exchange(%v: f32, %out: memref<256xf32>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %c255 = arith.constant 255 : index
    %other = arith.subi %c255, %t : index
    "test.note"() {text = "// fencepost: ignore[nothing] in a string is text"} : () -> ()
    memref.store %v, %lds[%t] : memref<256xf32, 3>
    %r = memref.load %lds[%other] : memref<256xf32, 3> // fencepost: ignore[missing-barrier] at the end of the line
    // fencepost: ignore[missing-barrier] alone above the line

    // another comment in between
    %s = memref.load %lds[%other] : memref<256xf32, 3>
    %u = memref.load %lds[%t] : memref<256xf32, 3> // fencepost: ignore[missing-barrier] not needed
    "test.op"() : () -> () // fencepost: ignore
    "test.op"() : () -> () // fencepost: ignore[missing-barier]
    // fencepost: ignore-file[missing-barrier] too late
    memref.store %r, %out[%t] : memref<256xf32>
    gpu.return
  }
}
