// RUN: fencepost lint %s --verify-diagnostics
// Inside of braces a region opens only behind the type of its result: here nothing does.
func.func @external(%a: tensor<4xi32>) -> tensor<4xi32> {
  %r = hal.dispatch.extern "main"(%a) : (tensor<4xi32>) -> %a
    // expected-error@below {{syntax-error: this '(' is never closed}}
    objects({
      #hal.executable.target<"cpu", "a"> if(%device: !hal.device) {
        %ok = arith.constant true
        hal.return %ok : i1
      } ordinal(1) = [#hal.executable.object<{path = "a.o"}>]
    // expected-error@below {{syntax-error: this '}' closes nothing}}
    })
  return %r : tensor<4xi32>
}
