// A dialect that fencepost has never seen: fencepost.json in this folder says what its ops do.
func.func @exchange(%v: f32, %j: index) -> f32 {
  %x = gpu.thread_id x
  %tile = memref.alloc() : memref<256xf32, 3>
  acme.put %v, %tile[%x] : memref<256xf32, 3> // expected-note {{written here}}
  acme.trace.mark "stored" %tile : memref<256xf32, 3>
  // expected-warning@below {{missing-barrier}}
  %r = acme.get %tile[%j] : memref<256xf32, 3>
  return %r : f32
}

func.func @exchange_ok(%v: f32, %j: index) -> f32 {
  %x = gpu.thread_id x
  %tile = memref.alloc() : memref<256xf32, 3>
  acme.put %v, %tile[%x] : memref<256xf32, 3>
  acme.sync
  %r = acme.get %tile[%j] : memref<256xf32, 3>
  return %r : f32
}

// Each thread reads back what it has written itself: `like` brings the subscripts along.
func.func @own(%v: f32) -> f32 {
  %x = gpu.thread_id x
  %tile = memref.alloc() : memref<256xf32, 3>
  acme.put %v, %tile[%x] : memref<256xf32, 3>
  %r = acme.get %tile[%x] : memref<256xf32, 3>
  return %r : f32
}

func.func @twice(%v: f32, %j: index) -> f32 {
  %x = gpu.thread_id x
  %tile = memref.alloc() : memref<256xf32, 3>
  acme.put %v, %tile[%x] : memref<256xf32, 3>
  acme.sync // expected-note {{one of the two is enough}}
  acme.sync // expected-warning {{redundant-barrier}}
  %r = acme.get %tile[%j] : memref<256xf32, 3>
  return %r : f32
}

// A copy that runs on its own is there only once its group is drained.
func.func @pulled(%far: memref<256xf32>, %j: index) -> f32 {
  %tile = memref.alloc() : memref<256xf32, 3>
  acme.pull %far into %tile : memref<256xf32>, memref<256xf32, 3> // expected-note {{copied here}} expected-note {{copied here}}
  acme.seal
  acme.sync // expected-warning {{ineffective-barrier}}
  // expected-warning@below {{missing-async-wait}}
  %r = acme.get %tile[%j] : memref<256xf32, 3>
  return %r : f32
}

func.func @pulled_ok(%far: memref<256xf32>, %j: index) -> f32 {
  %tile = memref.alloc() : memref<256xf32, 3>
  acme.pull %far into %tile : memref<256xf32>, memref<256xf32, 3>
  acme.seal
  acme.drain 0
  acme.sync
  %r = acme.get %tile[%j] : memref<256xf32, 3>
  return %r : f32
}
