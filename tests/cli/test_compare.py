"""fencepost compare: which kernel is which, what is counted, what is new, and how it ends."""
import json
import cli

KERNEL = """module {
  func.func @%(name)s(%%out: memref<%(size)sxf32>) attributes {gpu.kernel, known_block_size = array<i32: %(size)s, 1, 1>} {
    %%last = arith.constant %(last)s : index
    %%c1 = arith.constant 1.0 : f32
    %%%(lds)s = memref.alloc() : memref<%(size)sxf32, #gpu.address_space<workgroup>>
    %%t = gpu.thread_id x
    %%i = arith.subi %%last, %%t : index
    memref.store %%c1, %%%(lds)s[%%t] : memref<%(size)sxf32, #gpu.address_space<workgroup>>
%(barriers)s    %%v = memref.load %%%(lds)s[%%i] : memref<%(size)sxf32, #gpu.address_space<workgroup>>
    memref.store %%v, %%out[%%t] : memref<%(size)sxf32>
    return
  }
}
"""
LOCKS = """llvm.func @locks(%lds: !llvm.ptr<3>) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  rocdl.s.wait.dscnt 0
  rocdl.s.barrier.signal id = -1
  rocdl.s.barrier.wait id = -1
  llvm.fence syncscope("workgroup") acquire
  llvm.return
}
"""


def kernel(barriers=1, name="k", lds="lds", size=256):
    return KERNEL % {"name": name, "lds": lds, "size": size, "last": size - 1, "barriers": "    gpu.barrier\n" * barriers}


def counts(barriers=0, waits=0, fences=0, signals=0, redundant=0):
    return {"barriers": barriers, "waits": waits, "fences": fences, "signals": signals, "redundant": redundant}


class Compare(cli.TestCase):
    def compare(self, *arguments, old="old", new="new", code=cli.CLEAN):
        result = self.run_program("compare", old, new, "--output-format", "json", *arguments)
        self.assertEqual(result.code, code, result.err)
        return json.loads(result.out)

    def pairs(self, report):
        return [(k.get("was", k["name"]) if k["before"] else None, k["name"] if k["after"] else None) for k in report["kernels"]]

    def test_a_barrier_is_gone(self):
        self.write("old/a.mlir", kernel(lds="a"))
        self.write("new/a.mlir", kernel(0, lds="7"))
        report = self.compare(code=cli.FINDINGS)
        pair = report["kernels"][0]
        self.assertEqual((pair["before"], pair["after"], pair["same"], pair["gone"]), (counts(1), counts(0), 0, []))
        self.assertEqual([(f["rule"], f["file"]) for f in pair["new"]], [("missing-barrier", "new/a.mlir")])
        self.assertEqual(report["total"], {"before": counts(1), "after": counts(0), "new": 1, "gone": 0, "same": 0})
        self.compare("--fail-on", "none")
        back = self.compare(old="new", new="old")
        self.assertEqual((back["total"]["gone"], back["total"]["new"]), (1, 0))

    def test_kernels_of_one_name_are_told_apart_by_their_files(self):
        self.write("old/a.mlir", kernel(name="other", size=64))
        for name in ("new/a.mlir", "new/b.mlir"):
            self.write(name, kernel())
        table = self.run_program("compare", "old", "new").out
        for row in ("k in a.mlir (only new) ", "k in b.mlir (only new) ", "other (only old) "):
            self.assertIn(row, table)

    def test_the_same_finding_under_other_names(self):
        self.write("old/a.mlir", kernel(0, lds="a"))
        self.write("new/a.mlir", "// one line more\n" + kernel(0, lds="7"))
        self.assertEqual(self.compare()["total"]["same"], 1)

    def test_redundant_ones_are_counted(self):
        self.write("old/a.mlir", kernel(1))
        self.write("new/a.mlir", kernel(3))
        pair = self.compare()["kernels"][0]
        self.assertEqual((pair["before"], pair["after"]), (counts(1), counts(3, redundant=2)))

    def test_kinds(self):
        self.write("old.mlir", kernel())
        self.write("new.mlir", LOCKS)
        report = self.compare("--target", "gfx1250", "--fail-on", "none", old="old.mlir", new="new.mlir")
        after = next(k["after"] for k in report["kernels"] if k["name"] == "locks")
        self.assertEqual({key: after[key] for key in ("barriers", "waits", "fences", "signals")},
                         {"barriers": 0, "waits": 2, "fences": 1, "signals": 1})

    def test_matching(self):
        self.write("old/a.mlir", kernel(name="one") + kernel(name="two") + kernel(name="kernel_0", size=64))
        self.write("old/b.mlir", kernel(name="one", size=128))
        self.write("new/a.mlir", kernel(name="two") + kernel(name="kernel_17", size=64) + kernel(name="one"))
        self.write("new/b.mlir", kernel(name="one", size=128) + kernel(name="three", size=32))
        report = self.compare()
        self.assertEqual(self.pairs(report), [("two", "two"), ("kernel_0", "kernel_17"), ("one", "one"), ("one", "one"), (None, "three")])
        self.assertEqual(report["unmatched"], {"old": [], "new": ["three"]})
        self.assertEqual(self.compare(old="new", new="old")["unmatched"], {"old": ["three"], "new": []})

    def test_a_race_in_a_kernel_without_a_partner_is_new(self):
        self.write("old/a.mlir", kernel())
        self.write("new/a.mlir", kernel() + kernel(0, name="other", size=64))
        report = self.compare(code=cli.FINDINGS)
        self.assertEqual((report["total"]["new"], report["total"]["after"]), (1, counts(1)))

    def test_the_last_of_many_dumps_counts(self):
        header = "// -----// IR Dump After %s //----- //\n"
        self.write("old.log", header % "A (a)" + kernel(0) + header % "B (b)" + kernel(2, lds="x"))
        self.write("new.log", header % "A (a)" + kernel(2) + header % "B (b)" + kernel(1, lds="y"))
        report = self.compare(old="old.log", new="new.log")
        self.assertEqual([(k["name"], k["before"]["barriers"], k["after"]["barriers"]) for k in report["kernels"]], [("k", 2, 1)])

    def test_fail_level(self):
        self.write("old.mlir", kernel(1))
        self.write("new.mlir", kernel(0))
        self.write("fencepost.json", '{"levels": {"missing-barrier": "warning"}}')
        level = self.compare("--fail-on", "none", old="old.mlir", new="new.mlir")["kernels"][0]["new"][0]["level"]
        self.assertEqual(level, "warning")
        self.compare(old="old.mlir", new="new.mlir", code=cli.FINDINGS)
        self.compare("--fail-level", "error", old="old.mlir", new="new.mlir")

    def test_table_and_markdown(self):
        self.write("old/a.mlir", kernel(name="a_b") + kernel(name="same"))
        self.write("new/a.mlir", kernel(0, name="a_b") + kernel(name="same"))
        table = self.run_program("compare", "old", "new").out
        self.assertRegex(table, r"(?m)^a_b +1 -> 0 +0 +0 +0 +0 +1 +0 +0$")
        self.assertRegex(table, r"(?m)^all 2 pairs +2 -> 1 ")
        self.assertRegex(table, r"(?m)^new   new/a.mlir:\d+:\d+: error\[missing-barrier\] ")
        self.assertNotIn("same ", table.split("\n", 1)[1])
        self.assertRegex(self.run_program("compare", "old", "old").out, r"(?m)^all 2 pairs \(no difference\) +2 ")
        self.assertRegex(self.run_program("compare", "old", "new", "--all").out, r"(?m)^same +1 ")
        lines = self.run_program("compare", "old", "new", "--output-format", "markdown").out.split("\n")
        self.assertEqual(lines[2], "| a_b | 1 -> 0 | 0 | 0 | 0 | 0 | 1 | 0 | 0 |")
        self.assertIn("**New findings**", lines)

    def test_usage(self):
        self.write("a.mlir", kernel())
        self.assert_one_line(self.run_program("compare", "a.mlir"), "compare", "OLD NEW")
        self.assertEqual(self.run_program("compare", "a.mlir", "nowhere.mlir").code, cli.FAILED)
        self.assertIn("--output-format: 'text' is none of table|json|markdown", self.run_program("compare", "a.mlir", "a.mlir", "--output-format", "text").err)
        self.write("b.mlir", "func.func @f() {\n  return\n}\n")
        self.assertIn("there is no kernel on either side", self.run_program("compare", "b.mlir", "b.mlir").err)

    def test_order_does_not_depend_on_jobs(self):
        for i in range(20):
            self.write(f"old/{i:02}.mlir", kernel(1 + i % 2, name=f"k{i}"))
            self.write(f"new/{i:02}.mlir", kernel(1 + i % 3, name=f"k{i}"))
        one = self.run_program("compare", "old", "new", "--jobs", "1").out
        self.assertEqual(self.run_program("compare", "old", "new", "--jobs", "7").out, one)


cli.main()
