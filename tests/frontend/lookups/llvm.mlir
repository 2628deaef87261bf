// The LLVM and SPIR-V dialects: pointers of every spelling, orderings, tags, assembly.
#tag = #llvm.mmra_tag<"amdgpu-synchronize-as":"local">
llvm.mlir.global internal @lds() {addr_space = 3 : i32} : !llvm.array<64 x f32>

//? args=%s:!llvm.ptr<3> %t:!llvm.ptr<f32, 3> %i:i32 %n:i64 %v:f32 %p:i1
llvm.func @accesses(%s: !llvm.ptr<3> {llvm.noalias}, %t: !llvm.ptr<f32, 3>, %i: i32, %n: i64, %v: f32, %p: i1) attributes {target_cpu = "gfx942", "amdgpu.x"} {
  //? symbol0=@lds  type=!llvm.ptr<3>
  %l = llvm.mlir.addressof @lds : !llvm.ptr<3>
  //? symbol0=@lds  type=!llvm.ptr<3>
  %l2 = "llvm.mlir.addressof"() <{global_name = @lds}> : () -> !llvm.ptr<3>
  //? read=%l  list0=[%i]  type=!llvm.ptr<3>
  %a = llvm.getelementptr %l[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  //? read=%l  list0=[0, %i]
  %b = llvm.getelementptr inbounds %l[0, %i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<64 x f32>
  //? read=%l  list0=[0, %i]  attr:elem_type=!llvm.array<64 x f32>
  %c = "llvm.getelementptr"(%l, %i) <{elem_type = !llvm.array<64 x f32>, rawConstantIndices = array<i32: 0, -2147483648>}> : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>
  //? read=%a  type=f32  int:alignment=4
  %x = llvm.load %a <alignment = 4> : !llvm.ptr<3> -> f32
  //? read=%a  type=f32  int:alignment=4
  %y = llvm.load %a {alignment = 4 : i64} : !llvm.ptr<3> -> f32
  //? read=%t  type=f32
  %z = llvm.load %t : !llvm.ptr<f32, 3>
  //? read=%a  attr:syncscope="workgroup"  word2=acquire
  %w = llvm.load %a atomic syncscope("workgroup") acquire <alignment = 4> : !llvm.ptr<3> -> f32
  //? write=%a  value=%v  attr:llvm.mmra=#llvm.mmra_tag<"amdgpu-synchronize-as":"local">
  llvm.store %v, %a {llvm.mmra = #tag} : f32, !llvm.ptr<3>
  //? write=%s  read=%s  value=%i  word0=add  attr:syncscope="workgroup"  type=i32
  %r = llvm.atomicrmw add %s, %i syncscope("workgroup") monotonic : !llvm.ptr<3>, i32
  //? read=%s  write=%s  value=%i  type=
  %cx = llvm.cmpxchg %s, %i, %i acq_rel monotonic : !llvm.ptr<3>, i32
  //? attr:syncscope="workgroup"  word1=release
  llvm.fence syncscope("workgroup") release {llvm.mmra = #tag}
  //? int:ordering=5  attr:syncscope="workgroup"  attr:llvm.mmra=[#tag, #llvm.mmra_tag<"a":"b">]
  "llvm.fence"() <{ordering = 5 : i64, syncscope = "workgroup"}> {llvm.mmra = [#tag, #llvm.mmra_tag<"a":"b">]} : () -> ()
  //? read=%s  second=%l  condition=%p  type=!llvm.ptr<3>
  %sel = llvm.select %p, %s, %l : i1, !llvm.ptr<3>
  //? read=%s  type=!llvm.ptr
  %cast = llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr
  %size = llvm.mlir.constant(256 : i64) : i64
  //? read=%cast  write=%s  count=256
  "llvm.intr.memcpy"(%s, %cast, %size) <{isVolatile = false}> : (!llvm.ptr<3>, !llvm.ptr, i64) -> ()
  //? write=%s  value=%v
  llvm.intr.masked.store %v, %s, %p {alignment = 4 : i32} : f32, i1 into !llvm.ptr<3>
  //? attr:asm_string=  attr:has_side_effects=has_side_effects
  llvm.inline_asm has_side_effects asm_dialect = att "s_barrier", "" : () -> ()
  //? type=i32
  %mn = llvm.intr.smin(%i, %i) : (i32, i32) -> i32
  //? symbol0=@ext
  llvm.call @ext(%i) : (i32) -> ()
  llvm.switch %i : i32, ^end(%i : i32) [
    3: ^end(%r : i32)
  ]
^end(%e: i32):
  llvm.return
}

spirv.func @shader(%p: !spirv.ptr<!spirv.array<64 x f32>, Workgroup>, %i: i32, %v: f32) "None" {
  //? read=%p  list0=[%i]  type=!spirv.ptr<f32, Workgroup>
  %a = spirv.AccessChain %p[%i] : !spirv.ptr<!spirv.array<64 x f32>, Workgroup>, i32 -> !spirv.ptr<f32, Workgroup>
  //? write=%a  value=%v
  spirv.Store "Workgroup" %a, %v : f32
  spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
  //? read=%a  type=f32
  %x = spirv.Load "Workgroup" %a : f32
  //? write=%q  value=%i  type=i32
  %old = spirv.AtomicIAdd <Workgroup> <AcquireRelease> %q, %i : !spirv.ptr<i32, Workgroup>
  spirv.Return
}
