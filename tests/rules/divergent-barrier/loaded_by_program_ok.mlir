// RUN: fencepost lint %s --ignore=redundant-barrier --verify-diagnostics
// A program loads one number, although it stores where an address that it was handed points to: its threads count alike.
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%sizes: !tt.ptr<i32>, %lock: !tt.ptr<i32>, %places: !tt.ptr<i64>, %x: f32, %m: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %n = tt.load %sizes : !tt.ptr<i32>
    %place = tt.load %places : !tt.ptr<i64>
    %out = tt.int_to_ptr %place : i64 -> !tt.ptr<f32>
    tt.store %out, %x : !tt.ptr<f32>
    cf.br ^count(%c0 : i32)
  ^count(%i: i32):
    %more = arith.cmpi slt, %i, %n : i32
    %next = arith.addi %i, %c1 : i32
    cf.cond_br %more, ^count(%next : i32), ^head(%i : i32)
  ^head(%k: i32):
    %again = arith.cmpi slt, %k, %m : i32
    cf.cond_br %again, ^body, ^out
  ^body:
    ttg.barrier local
    %old = tt.atomic_rmw add, acq_rel, gpu, %lock, %c1, %true : (!tt.ptr<i32>, i32, i1) -> i32
    %further = arith.addi %k, %old : i32
    cf.br ^head(%further : i32)
  ^out:
    tt.return
  }
}
