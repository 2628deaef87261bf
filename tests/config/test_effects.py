"""Every key of fencepost.json changes what some check says: a key that is read and forgotten fails here."""
import json
import cli

BARRIERS = """func.func @one(%lds: memref<64xf32, 3>, %v: f32) -> f32 attributes {gpu.kernel} {
  %last = arith.constant 63 : index
  %t = gpu.thread_id x
  %r = arith.subi %last, %t : index
  memref.store %v, %lds[%t] : memref<64xf32, 3>
  %x = memref.load %lds[%r] : memref<64xf32, 3>
  gpu.barrier
  return %x : f32
}
"""
BARE = BARRIERS.replace("  gpu.barrier\n", "")
COPIES = """// fencepost: target=gfx942 block=64,1,1
func.func @copied(%from: memref<64xf32>) -> f32 attributes {gpu.kernel} {
  %lds = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  %zero = arith.constant 0 : index
  %t = gpu.thread_id x
  amdgpu.gather_to_lds %from[%t], %lds[%zero] : f32, memref<64xf32>, memref<64xf32, #gpu.address_space<workgroup>>
  amdgpu.lds_barrier
  %x = memref.load %lds[%t] : memref<64xf32, #gpu.address_space<workgroup>>
  return %x : f32
}
"""
UNKNOWN = """func.func @own(%lds: memref<64xf32, 3>) attributes {gpu.kernel} {
  acme.fill %lds : memref<64xf32, 3>
  return
}
"""
MEMBAR = (cli.HERE.parent / "rules" / "missing-barrier" / "awaiting_membar.mlir").read_text()
# key: a kernel, and a value with which something else is said of it
EFFECTS = {
    "barriers": (MEMBAR, "placed"),
    "block": (BARRIERS, [64, 1, 1]),
    "exclude": (BARRIERS, ["*.mlir"]),
    "ignore": (BARRIERS, ["redundant-barrier"]),
    "include": (BARRIERS, ["*.txt"]),
    "ldsDma": (COPIES, "explicit"),
    "levels": (BARRIERS, {"redundant-barrier": "error"}),
    "mlir": (BARE, 23),
    "ops": (UNKNOWN, [{"name": "acme.fill", "effect": "none"}]),
    "perFile": (BARRIERS, {"*.mlir": {"ignore": ["redundant-barrier"]}}),
    "select": (BARRIERS, ["missing-barrier"]),
    "strategy": (BARE, "minimal"),
    "target": (BARE, "gfx1201"),
}
# those that change the run, not what is found
OF_THE_RUN = {
    "baseline": "nothing.json",
    "extends": "other.json",
    "failLevel": "error",
    "minLevel": "error",
    "outputFormat": "concise",
    "rulePages": "https://example.org/rules",
}


class Effects(cli.TestCase):
    def findings(self, kernel, config):
        self.write("kernel.mlir", kernel)
        self.write("kernel.txt", kernel)
        self.write("fencepost.json", json.dumps(config))
        said = json.loads(self.run_program("lint", ".", "--exit-zero", "--min-level", "hint", "--output-format", "json").out)
        return json.dumps(said["findings"], sort_keys=True)

    def test_every_key_is_here(self):
        keys = set(json.loads(self.run_program("config", "--schema").out)["properties"])
        self.assertEqual(set(EFFECTS) | set(OF_THE_RUN), keys - {"$schema"})

    def test_every_key_of_the_run_changes_it(self):
        self.write("kernel.mlir", BARRIERS)
        self.write("other.json", '{"levels": {"redundant-barrier": "error"}}')
        base = {"select": ["redundant-barrier"]}
        self.write("fencepost.json", json.dumps(base))
        for key, value in OF_THE_RUN.items():
            with self.subTest(key):
                run = ["lint", "."] + (["--output-format", "sarif"] if key == "rulePages" else [])
                self.write("fencepost.json", json.dumps(base))
                usual = self.run_program(*run)
                self.write("fencepost.json", json.dumps({**base, key: value}))
                done = self.run_program(*run)
                self.assertNotEqual((done.code, done.out, done.err), (usual.code, usual.out, usual.err))

    def test_every_key_changes_a_finding(self):
        for key, (kernel, value) in EFFECTS.items():
            with self.subTest(key):
                base = {"target": "gfx1201"} if key == "strategy" else {}
                self.assertNotEqual(self.findings(kernel, base), self.findings(kernel, {**base, key: value}))

    def levels(self, kernel, config, *arguments):
        """Variants that a run shows, with their levels."""
        self.write("kernel.mlir", kernel)
        self.write("fencepost.json", json.dumps(config))
        said = json.loads(self.run_program("lint", "kernel.mlir", "--exit-zero", "--output-format", "json", *arguments).out)
        return {f"{finding['rule']}/{finding['variant']}": finding["level"] for finding in said["findings"]}

    def test_variants_have_levels_of_their_own(self):
        two = (cli.HERE.parent / "rules" / "redundant-barrier" / "merge.mlir").read_text()
        merge = "redundant-barrier/merge"
        self.assertEqual(self.levels(two, {}, "--min-level", "hint"), {merge: "hint"})
        self.assertEqual(self.levels(two, {"levels": {merge: "off"}}, "--min-level", "hint"), {})
        self.assertEqual(self.levels(two, {"levels": {merge: "warning"}}), {merge: "warning"})
        self.assertEqual(self.levels(two, {"levels": {merge: "error", "redundant-barrier": "off"}}), {merge: "error"})
        self.assertEqual(self.levels(two, {"levels": {merge: "error"}}, "--ignore", "redundant-barrier"), {})
        self.assertEqual(self.levels(two, {"levels": {merge: "error"}, "perFile": {"*.mlir": {"levels": {"redundant-barrier": "off"}}}}), {})

    def test_a_variant_in_doubt_stays_a_warning(self):
        doubtful = BARE.replace("%lds[%r]", "%lds[%u]").replace("%v: f32)", "%v: f32, %u: index)")
        shown = self.levels(doubtful, {})
        self.assertEqual(list(shown.values()), ["warning"])
        (variant,) = shown
        self.assertEqual(self.levels(doubtful, {"levels": {variant: "error"}}), {variant: "warning"})
        self.assertEqual(self.levels(doubtful, {"levels": {variant: "information"}}, "--min-level", "information"), {variant: "information"})

    def test_variants_of_comments(self):
        silent = "// fencepost: ignore-file[redundant-barrier] nothing is\n" + BARE
        unused = "unused-suppression/nothing-in-file"
        self.assertIn(unused, self.levels(silent, {}))
        self.assertNotIn(unused, self.levels(silent, {"levels": {unused: "off"}}))
        self.assertEqual(self.levels(silent, {"levels": {unused: "error", "unused-suppression": "off"}})[unused], "error")

    def test_copies_need_a_wait_of_their_own(self):
        self.assertNotIn("missing-async-wait", self.findings(COPIES, {}))
        self.assertIn("missing-async-wait", self.findings(COPIES, {"ldsDma": "explicit"}))


cli.main()
