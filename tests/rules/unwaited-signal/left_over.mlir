// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// The same where it is a kernel.
func.func private @arrive() attributes {gpu.kernel} {
  rocdl.s.barrier.signal id = -1 // expected-error {{unwaited-signal}}
  return
}
