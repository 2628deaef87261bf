// RUN: fencepost lint %s --verify-diagnostics
// Rings in blocks whose parity, slot, signal or capture the text hides: nothing certain is said, of no barrier of the ring.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!bars = !ttg.memdesc<2x1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
!tiles = !ttg.memdesc<2x128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.shared = 1024 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @parity(%p: tensor<128x!tt.ptr<f16>, #blocked>, %n: i32, %mem: !tt.ptr<i32>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c5 = arith.constant 5 : i32
    %tiles = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tiles
    %full = ttg.local_alloc {allocation.offset = 512 : i32} : () -> !bars
    %free = ttg.local_alloc {allocation.offset = 528 : i32} : () -> !bars
    %f0 = ttg.memdesc_index %full[%c0] : !bars -> !bar
    %f1 = ttg.memdesc_index %full[%c1] : !bars -> !bar
    %e0 = ttg.memdesc_index %free[%c0] : !bars -> !bar
    %e1 = ttg.memdesc_index %free[%c1] : !bars -> !bar
    ttng.init_barrier %f0, 1 : !bar
    ttng.init_barrier %f1, 1 : !bar
    ttng.init_barrier %e0, 1 : !bar
    ttng.init_barrier %e1, 1 : !bar
    ttg.barrier local
    ttg.warp_specialize(%tiles, %full, %free, %n, %mem) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      cf.br ^head(%c0, %c0, %c0 : i32, i32, i32)
    ^head(%i: i32, %j: i32, %q: i32):
      %go = arith.cmpi slt, %i, %n : i32
      cf.cond_br %go, ^body, ^end
    ^body:
      %ld = tt.load %mem : !tt.ptr<i32>
      %f = ttg.memdesc_index %full[%j] : !bars -> !bar
      // expected-information@below {{unknown-protocol: ttng.wait_barrier does not tell which phase it waits for}}
      ttng.wait_barrier %f, %ld : !bar
      %t = ttg.memdesc_index %tiles[%j] : !tiles -> !tile
      // expected-information@below {{missing-barrier: ttg.local_load of default may read %tiles}}
      %y = ttg.local_load %t : !tile -> tensor<128xf16, #blocked>
      tt.store %p, %y : tensor<128x!tt.ptr<f16>, #blocked>
      %e = ttg.memdesc_index %free[%j] : !bars -> !bar
      // expected-note@below {{arrives here}}
      ttng.arrive_barrier %e, 1 : !bar
      %i1 = arith.addi %i, %c1 : i32
      %j1 = arith.addi %j, %c1 : i32
      %w = arith.cmpi eq, %j1, %c2 : i32
      %j2 = arith.select %w, %c0, %j1 : i32
      %q1 = arith.xori %q, %c1 : i32
      %q2 = arith.select %w, %q1, %q : i32
      cf.br ^head(%i1, %j2, %q2 : i32, i32, i32)
    ^end:
      ttg.warp_yield
    }
    partition0(%ts: !tiles, %fs: !bars, %es: !bars, %m: i32, %pm: !tt.ptr<i32>) num_warps(4) {
      %d0 = arith.constant 0 : i32
      %d1 = arith.constant 1 : i32
      %d2 = arith.constant 2 : i32
      %d5 = arith.constant 5 : i32
      %v = arith.constant dense<1.0> : tensor<128xf16, #blocked>
      cf.br ^head(%d0, %d0, %d1 : i32, i32, i32)
    ^head(%i: i32, %j: i32, %q: i32):
      %go = arith.cmpi slt, %i, %m : i32
      cf.cond_br %go, ^body, ^end
    ^body:
      %e = ttg.memdesc_index %es[%j] : !bars -> !bar
      // expected-information@below {{missed-phase: ttng.wait_barrier of partition 0 may miss the phase of %free[0]}}
      ttng.wait_barrier %e, %q : !bar
      %t = ttg.memdesc_index %ts[%j] : !tiles -> !tile
      // expected-note@below {{partition 0 writes here}}
      ttg.local_store %v, %t : tensor<128xf16, #blocked> -> !tile
      %f = ttg.memdesc_index %fs[%j] : !bars -> !bar
      // expected-note@below {{the next that partition 0 tells others, on %full[0]}}
      ttng.arrive_barrier %f, 1 : !bar
      %i1 = arith.addi %i, %d1 : i32
      %j1 = arith.addi %j, %d1 : i32
      %w = arith.cmpi eq, %j1, %d2 : i32
      %j2 = arith.select %w, %d0, %j1 : i32
      %q1 = arith.xori %q, %d1 : i32
      %q2 = arith.select %w, %q1, %q : i32
      cf.br ^head(%i1, %j2, %q2 : i32, i32, i32)
    ^end:
      ttg.warp_return
    } : (!tiles, !bars, !bars, i32, !tt.ptr<i32>) -> ()
    tt.return
  }
  tt.func public @slot(%p: tensor<128x!tt.ptr<f16>, #blocked>, %n: i32, %mem: !tt.ptr<i32>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c5 = arith.constant 5 : i32
    %tiles = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tiles
    %full = ttg.local_alloc {allocation.offset = 512 : i32} : () -> !bars
    %free = ttg.local_alloc {allocation.offset = 528 : i32} : () -> !bars
    %f0 = ttg.memdesc_index %full[%c0] : !bars -> !bar
    %f1 = ttg.memdesc_index %full[%c1] : !bars -> !bar
    %e0 = ttg.memdesc_index %free[%c0] : !bars -> !bar
    %e1 = ttg.memdesc_index %free[%c1] : !bars -> !bar
    ttng.init_barrier %f0, 1 : !bar
    ttng.init_barrier %f1, 1 : !bar
    ttng.init_barrier %e0, 1 : !bar
    ttng.init_barrier %e1, 1 : !bar
    ttg.barrier local
    ttg.warp_specialize(%tiles, %full, %free, %n, %mem) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      cf.br ^head(%c0, %c0, %c0 : i32, i32, i32)
    ^head(%i: i32, %j: i32, %q: i32):
      %go = arith.cmpi slt, %i, %n : i32
      cf.cond_br %go, ^body, ^end
    ^body:
      %far = arith.addi %j, %c5 : i32
      %f = ttg.memdesc_index %full[%far] : !bars -> !bar
      // expected-error@below {{uninitialized-resource: ttng.wait_barrier means slot 5 of %full, which has 2 slots}}
      ttng.wait_barrier %f, %q : !bar
      %t = ttg.memdesc_index %tiles[%j] : !tiles -> !tile
      // expected-information@below {{missing-barrier: ttg.local_load of default may read %tiles}}
      %y = ttg.local_load %t : !tile -> tensor<128xf16, #blocked>
      tt.store %p, %y : tensor<128x!tt.ptr<f16>, #blocked>
      %e = ttg.memdesc_index %free[%j] : !bars -> !bar
      // expected-note@below {{arrives here}}
      ttng.arrive_barrier %e, 1 : !bar
      %i1 = arith.addi %i, %c1 : i32
      %j1 = arith.addi %j, %c1 : i32
      %w = arith.cmpi eq, %j1, %c2 : i32
      %j2 = arith.select %w, %c0, %j1 : i32
      %q1 = arith.xori %q, %c1 : i32
      %q2 = arith.select %w, %q1, %q : i32
      cf.br ^head(%i1, %j2, %q2 : i32, i32, i32)
    ^end:
      ttg.warp_yield
    }
    partition0(%ts: !tiles, %fs: !bars, %es: !bars, %m: i32, %pm: !tt.ptr<i32>) num_warps(4) {
      %d0 = arith.constant 0 : i32
      %d1 = arith.constant 1 : i32
      %d2 = arith.constant 2 : i32
      %d5 = arith.constant 5 : i32
      %v = arith.constant dense<1.0> : tensor<128xf16, #blocked>
      cf.br ^head(%d0, %d0, %d1 : i32, i32, i32)
    ^head(%i: i32, %j: i32, %q: i32):
      %go = arith.cmpi slt, %i, %m : i32
      cf.cond_br %go, ^body, ^end
    ^body:
      %e = ttg.memdesc_index %es[%j] : !bars -> !bar
      // expected-information@below {{missed-phase}}
      ttng.wait_barrier %e, %q : !bar
      %t = ttg.memdesc_index %ts[%j] : !tiles -> !tile
      // expected-note@below {{partition 0 writes here}}
      ttg.local_store %v, %t : tensor<128xf16, #blocked> -> !tile
      %f = ttg.memdesc_index %fs[%j] : !bars -> !bar
      // expected-note@below {{the next that partition 0 tells others, on %full[0]}}
      ttng.arrive_barrier %f, 1 : !bar
      %i1 = arith.addi %i, %d1 : i32
      %j1 = arith.addi %j, %d1 : i32
      %w = arith.cmpi eq, %j1, %d2 : i32
      %j2 = arith.select %w, %d0, %j1 : i32
      %q1 = arith.xori %q, %d1 : i32
      %q2 = arith.select %w, %q1, %q : i32
      cf.br ^head(%i1, %j2, %q2 : i32, i32, i32)
    ^end:
      ttg.warp_return
    } : (!tiles, !bars, !bars, i32, !tt.ptr<i32>) -> ()
    tt.return
  }
  tt.func public @signal(%p: tensor<128x!tt.ptr<f16>, #blocked>, %n: i32, %mem: !tt.ptr<i32>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c5 = arith.constant 5 : i32
    %tiles = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tiles
    %full = ttg.local_alloc {allocation.offset = 512 : i32} : () -> !bars
    %free = ttg.local_alloc {allocation.offset = 528 : i32} : () -> !bars
    %f0 = ttg.memdesc_index %full[%c0] : !bars -> !bar
    %f1 = ttg.memdesc_index %full[%c1] : !bars -> !bar
    %e0 = ttg.memdesc_index %free[%c0] : !bars -> !bar
    %e1 = ttg.memdesc_index %free[%c1] : !bars -> !bar
    ttng.init_barrier %f0, 1 : !bar
    ttng.init_barrier %f1, 1 : !bar
    ttng.init_barrier %e0, 1 : !bar
    ttng.init_barrier %e1, 1 : !bar
    ttg.barrier local
    ttg.warp_specialize(%tiles, %full, %free, %n, %mem) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      cf.br ^head(%c0, %c0, %c0 : i32, i32, i32)
    ^head(%i: i32, %j: i32, %q: i32):
      %go = arith.cmpi slt, %i, %n : i32
      cf.cond_br %go, ^body, ^end
    ^body:
      %f = ttg.memdesc_index %full[%j] : !bars -> !bar
      // expected-information@below {{wait-without-signal}}
      ttng.wait_barrier %f, %q : !bar
      %t = ttg.memdesc_index %tiles[%j] : !tiles -> !tile
      %y = ttg.local_load %t : !tile -> tensor<128xf16, #blocked>
      tt.store %p, %y : tensor<128x!tt.ptr<f16>, #blocked>
      %e = ttg.memdesc_index %free[%j] : !bars -> !bar
      ttng.arrive_barrier %e, 1 : !bar
      %i1 = arith.addi %i, %c1 : i32
      %j1 = arith.addi %j, %c1 : i32
      %w = arith.cmpi eq, %j1, %c2 : i32
      %j2 = arith.select %w, %c0, %j1 : i32
      %q1 = arith.xori %q, %c1 : i32
      %q2 = arith.select %w, %q1, %q : i32
      cf.br ^head(%i1, %j2, %q2 : i32, i32, i32)
    ^end:
      ttg.warp_yield
    }
    partition0(%ts: !tiles, %fs: !bars, %es: !bars, %m: i32, %pm: !tt.ptr<i32>) num_warps(4) {
      %d0 = arith.constant 0 : i32
      %d1 = arith.constant 1 : i32
      %d2 = arith.constant 2 : i32
      %d5 = arith.constant 5 : i32
      %v = arith.constant dense<1.0> : tensor<128xf16, #blocked>
      cf.br ^head(%d0, %d0, %d1 : i32, i32, i32)
    ^head(%i: i32, %j: i32, %q: i32):
      %go = arith.cmpi slt, %i, %m : i32
      cf.cond_br %go, ^body, ^end
    ^body:
      %e = ttg.memdesc_index %es[%j] : !bars -> !bar
      ttng.wait_barrier %e, %q : !bar
      %t = ttg.memdesc_index %ts[%j] : !tiles -> !tile
      ttg.local_store %v, %t : tensor<128xf16, #blocked> -> !tile
      %f = ttg.memdesc_index %fs[%j] : !bars -> !bar
      // expected-information@below {{unknown-op}}
      // expected-information@below {{unknown-protocol: my.signal does not tell what it does to a barrier}}
      my.signal %f : !bar
      %i1 = arith.addi %i, %d1 : i32
      %j1 = arith.addi %j, %d1 : i32
      %w = arith.cmpi eq, %j1, %d2 : i32
      %j2 = arith.select %w, %d0, %j1 : i32
      %q1 = arith.xori %q, %d1 : i32
      %q2 = arith.select %w, %q1, %q : i32
      cf.br ^head(%i1, %j2, %q2 : i32, i32, i32)
    ^end:
      ttg.warp_return
    } : (!tiles, !bars, !bars, i32, !tt.ptr<i32>) -> ()
    tt.return
  }
  tt.func public @capture(%p: tensor<128x!tt.ptr<f16>, #blocked>, %n: i32, %mem: !tt.ptr<i32>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c5 = arith.constant 5 : i32
    %tiles = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tiles
    %full = ttg.local_alloc {allocation.offset = 512 : i32} : () -> !bars
    %free = ttg.local_alloc {allocation.offset = 528 : i32} : () -> !bars
    %f0 = ttg.memdesc_index %full[%c0] : !bars -> !bar
    %f1 = ttg.memdesc_index %full[%c1] : !bars -> !bar
    %e0 = ttg.memdesc_index %free[%c0] : !bars -> !bar
    %e1 = ttg.memdesc_index %free[%c1] : !bars -> !bar
    ttng.init_barrier %f0, 1 : !bar
    ttng.init_barrier %f1, 1 : !bar
    ttng.init_barrier %e0, 1 : !bar
    ttng.init_barrier %e1, 1 : !bar
    ttg.barrier local
    ttg.warp_specialize(%tiles, %n, %free, %n, %mem) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      cf.br ^head(%c0, %c0, %c0 : i32, i32, i32)
    ^head(%i: i32, %j: i32, %q: i32):
      %go = arith.cmpi slt, %i, %n : i32
      cf.cond_br %go, ^body, ^end
    ^body:
      %f = ttg.memdesc_index %full[%j] : !bars -> !bar
      // expected-information@below {{wait-without-signal}}
      ttng.wait_barrier %f, %q : !bar
      %t = ttg.memdesc_index %tiles[%j] : !tiles -> !tile
      %y = ttg.local_load %t : !tile -> tensor<128xf16, #blocked>
      tt.store %p, %y : tensor<128x!tt.ptr<f16>, #blocked>
      %e = ttg.memdesc_index %free[%j] : !bars -> !bar
      ttng.arrive_barrier %e, 1 : !bar
      %i1 = arith.addi %i, %c1 : i32
      %j1 = arith.addi %j, %c1 : i32
      %w = arith.cmpi eq, %j1, %c2 : i32
      %j2 = arith.select %w, %c0, %j1 : i32
      %q1 = arith.xori %q, %c1 : i32
      %q2 = arith.select %w, %q1, %q : i32
      cf.br ^head(%i1, %j2, %q2 : i32, i32, i32)
    ^end:
      ttg.warp_yield
    }
    partition0(%ts: !tiles, %fs: i32, %es: !bars, %m: i32, %pm: !tt.ptr<i32>) num_warps(4) {
      %d0 = arith.constant 0 : i32
      %d1 = arith.constant 1 : i32
      %d2 = arith.constant 2 : i32
      %d5 = arith.constant 5 : i32
      %v = arith.constant dense<1.0> : tensor<128xf16, #blocked>
      cf.br ^head(%d0, %d0, %d1 : i32, i32, i32)
    ^head(%i: i32, %j: i32, %q: i32):
      %go = arith.cmpi slt, %i, %m : i32
      cf.cond_br %go, ^body, ^end
    ^body:
      %e = ttg.memdesc_index %es[%j] : !bars -> !bar
      ttng.wait_barrier %e, %q : !bar
      %t = ttg.memdesc_index %ts[%j] : !tiles -> !tile
      ttg.local_store %v, %t : tensor<128xf16, #blocked> -> !tile
      %f = ttg.memdesc_index %fs[%j] : !bars -> !bar
      // expected-information@below {{unknown-protocol: ttng.arrive_barrier does not tell which barrier it means}}
      ttng.arrive_barrier %f, 1 : !bar
      %i1 = arith.addi %i, %d1 : i32
      %j1 = arith.addi %j, %d1 : i32
      %w = arith.cmpi eq, %j1, %d2 : i32
      %j2 = arith.select %w, %d0, %j1 : i32
      %q1 = arith.xori %q, %d1 : i32
      %q2 = arith.select %w, %q1, %q : i32
      cf.br ^head(%i1, %j2, %q2 : i32, i32, i32)
    ^end:
      ttg.warp_return
    } : (!tiles, i32, !bars, i32, !tt.ptr<i32>) -> ()
    tt.return
  }
}
