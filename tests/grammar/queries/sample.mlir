#map = affine_map<(d0) -> (d0 + 1)>
!ptr = !llvm.ptr<3>
module @m attributes {gpu.container_module} {
  func.func private @f(%a: memref<4x?xf32>, %p: !ptr) -> i1 {
    %t:2 = "test.pair"(%a) <{flag = true, text = "a"}> : (memref<4x?xf32>) -> (i32, f32)
    cf.br ^bb1(%t#0 : i32)
  ^bb1(%x: i32): // behind
    func.call @g(%x) {tag, scale = -1.5} : (i32) -> () loc("k.py":4:1)
    return %c : i1
  }
}
// -----
test.op )
