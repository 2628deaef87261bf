"""Where the text comes from: the places in the source that ops were made from, and the passes that printed them."""
import json
import cli

KERNEL = """module {
  func.func @%(name)s(%%out: memref<256xf32>) attributes {gpu.kernel, known_block_size = array<i32: 256, 1, 1>} {
    %%c255 = arith.constant 255 : index
    %%c1 = arith.constant 1.0 : f32
    %%%(lds)s = memref.alloc() : memref<256xf32, #gpu.address_space<workgroup>>
    %%t = gpu.thread_id x
    %%i = arith.subi %%c255, %%t : index
    memref.store %%c1, %%%(lds)s[%%t] : memref<256xf32, #gpu.address_space<workgroup>>%(write)s
    %(barrier)s
    %%v = memref.load %%%(lds)s[%%i] : memref<256xf32, #gpu.address_space<workgroup>>%(read)s
    memref.store %%v, %%out[%%t] : memref<256xf32>
    return
  }
}
"""


def kernel(barrier=False, name="k", lds="lds", write="", read=""):
    return KERNEL % {"name": name, "lds": lds, "barrier": "gpu.barrier" if barrier else "", "write": write and " " + write, "read": read and " " + read}


class Sources(cli.TestCase):
    def place(self, location, aliases=""):
        self.write("a.mlir", kernel(read=location) + aliases)
        return self.findings("a.mlir", "--select", "missing-barrier")["findings"][0].get("source")

    def test_every_kind_of_location(self):
        kern = {"file": "kern.py", "line": 102, "column": 11}
        for location, aliases, expected in (
            ('loc("kern.py":102:11)', "", kern),
            ('loc("kern.py":102:11 to 103:4)', "", kern),
            ('loc("kern.py":102:11 to :20)', "", kern),
            ("loc(#loc1)", '#loc1 = loc("kern.py":102:11)\n', kern),
            ('loc("x"(#loc1))', '#loc1 = loc("kern.py":102:11)\n', {**kern, "name": "x"}),
            ('loc("x"("kern.py":102:11))', "", {**kern, "name": "x"}),
            ("loc(#loc3)", '#loc1 = loc("kern.py":102:11)\n#loc2 = loc("lib.py":3:4)\n#loc3 = loc(callsite(#loc2 at #loc1))\n',
             {"file": "lib.py", "line": 3, "column": 4, "inlined_at": kern}),
            ('loc(callsite(callsite("a":1:2 at "b":3:4) at "kern.py":102:11))', "",
             {"file": "a", "line": 1, "column": 2, "inlined_at": {"file": "b", "line": 3, "column": 4, "inlined_at": kern}}),
            ('loc(callsite(unknown at "kern.py":102:11))', "", kern),
            ('loc(fused["kern.py":102:11, "lib.py":3:4])', "", kern),
            ('loc(fused<{a = "x>"}>[unknown, #loc1])', '#loc1 = loc("kern.py":102:11)\n', kern),
            ('loc("a\\22b\\\\c.py":1:2)', "", {"file": 'a"b\\c.py', "line": 1, "column": 2}),
            ("loc(unknown)", "", None),
            ("loc(#loc1)", "#loc1 = loc(unknown)\n", None),
            ("loc(#loc1)", "#loc1 = loc(#loc2)\n#loc2 = loc(#loc1)\n", None),
            ("loc(#loc1)", "", None),
            ('loc(callsite("a":1', "", None),
            ("", "", None),
        ):
            with self.subTest(location):
                self.assertEqual(self.place(location, aliases), expected)

    def test_deep_nesting_ends(self):
        depth = 5000
        self.assertIsNone(self.place("loc(" + "callsite(" * depth + '"a":1:2' + ' at "b":1:1)' * depth + ")"))

    def test_generic_form_and_regions(self):
        text = kernel(read="", write='loc("w.py":1:2)').replace("%v = memref.load %lds[%i] : memref<256xf32, #gpu.address_space<workgroup>>",
            '%v = "memref.load"(%lds, %i) : (memref<256xf32, #gpu.address_space<workgroup>>, index) -> f32 loc("r.py":3:4)')
        self.write("a.mlir", text.replace("return\n  }", 'return\n  } loc("f.py":9:9)'))
        finding = self.findings("a.mlir", "--select", "missing-barrier")["findings"][0]
        self.assertEqual((finding["source"]["file"], finding["related"][0]["source"]["file"]), ("r.py", "w.py"))

    def write_inlined(self):
        self.write("a.mlir", kernel(write="loc(#loc2)", read="loc(#loc4)") +
                   '#loc1 = loc("kern.py":98:5)\n#loc2 = loc("tile"(#loc1))\n#loc3 = loc("kern.py":102:11)\n'
                   '#loc4 = loc(callsite("lib/standard.py":314:12 at #loc3))\n')

    def test_text(self):
        self.write_inlined()
        out = self.lint("a.mlir", "--select", "missing-barrier").out
        self.assertIn("--> a.mlir:10:10 in k\n", out)
        self.assertIn("written here (kern.py:98:5)", out)
        self.assertIn("= note: from kern.py:102:11, inlined from lib/standard.py:314:12, in k\n", out)

    def test_source_first(self):
        self.write_inlined()
        run = lambda name: self.lint("a.mlir", "--select", "missing-barrier", "--locations", "source", "--output-format", name).out
        self.assertIn("--> kern.py:102:11 in k\n", run("full"))
        self.assertIn("\n  ::: a.mlir:10:10 (IR)\n", run("full"))
        self.assertTrue(run("concise").startswith("kern.py:102:11: error[missing-barrier]"))
        self.assertTrue(run("github").startswith("::error file=kern.py,line=102,endLine=102,col=11,endColumn=11,"))
        self.assertEqual(json.loads(run("gitlab"))[0]["location"], {"path": "kern.py", "lines": {"begin": 102, "end": 102}})
        self.assertIn('classname="kern.py"', run("junit"))
        finding = json.loads(run("json"))["findings"][0]  # both are there anyway
        self.assertEqual((finding["file"], finding["short"]), ("a.mlir", "missing barrier: %lds is read before line 8 writes it"))
        result = json.loads(run("sarif"))["runs"][0]["results"][0]
        place = lambda location: (location["physicalLocation"]["artifactLocation"]["uri"], location["physicalLocation"]["region"]["startLine"])
        self.assertEqual(place(result["locations"][0]), ("kern.py", 102))
        self.assertEqual([place(r) for r in result["relatedLocations"]], [("a.mlir", 10), ("a.mlir", 8), ("kern.py", 98)])

    def test_excerpt_of_the_source(self):
        """Where the source is there, its lines come first: from the current folder, or the nearest folder around the text."""
        self.write_inlined()
        lint = lambda *name: self.lint(*(name or ("a.mlir",)), "--select", "missing-barrier", "--locations", "source").out
        source = [f"# {line}\n" for line in range(1, 103)]
        source[97], source[101] = "    store(tile)\n", "    x =      load(\x1b[31mtile)\n"
        (self.folder / "kern.py").write_text("".join(source))
        excerpt = ("   --> kern.py:102:11 in k\n    |\n 98 |     store(tile)\n    |     - written here\n...\n"
                   "102 |     x =      load(�[31mtile)\n    |              ^\n    |\n   ::: a.mlir:10:10 (IR)\n    |\n  8 |")
        self.assertIn(excerpt, lint())
        (self.folder / "sub").mkdir()
        (self.folder / "a.mlir").rename(self.folder / "sub/a.mlir")
        self.assertIn(excerpt.replace("a.mlir", "sub/a.mlir"), lint("sub/a.mlir"))
        (self.folder / "kern.py").rename(self.folder / "sub/kern.py")
        self.assertIn(excerpt.replace("a.mlir", "sub/a.mlir"), lint("sub/a.mlir"))
        for useless in (b"", b"too\nshort\n", bytes(range(256)) * 20):
            (self.folder / "sub/kern.py").write_bytes(useless)
            self.assertIn("--> kern.py:102:11 in k\n  ::: sub/a.mlir:10:10 (IR)\n", lint("sub/a.mlir"), useless)

    def test_source_that_is_no_source(self):
        """Who wrote the text may have named anything; what never ends or blocks is not read."""
        for name in ("/dev/zero", "/proc/kmsg", "/dev/stdin", str(self.folder), ".", ""):
            self.write("a.mlir", kernel(write=f'loc("{name}":1:1)', read=f'loc("{name}":2:1)'))
            self.assertIn("--> ", self.lint("a.mlir", "--select", "missing-barrier", "--locations", "source").out, name)

    def test_lines_in_words_are_those_of_the_source(self):
        """Of places in the finding's own source file; others are told to be the text's, and so are attributes and where fixes go."""
        self.write_inlined()
        lint = lambda: self.lint("a.mlir", "--select", "missing-barrier", "--locations", "source").out
        out = lint()
        self.assertIn("missing barrier: %lds is read before line 98 writes it\n", out)
        self.assertIn("memref.store on line 98 has written it: no barrier is between them\n", out)
        self.assertIn("attribute known_block_size on line 2 of the IR)\n", out)
        self.assertIn("= help: insert gpu.barrier before line 10 of the IR\n", out)
        self.write("a.mlir", (self.folder / "a.mlir").read_text().replace('"kern.py":98:5', '"other.py":98:5'))
        self.assertIn("missing barrier: %lds is read before line 8 of the IR writes it\n", lint())
        self.write("a.mlir", kernel())
        self.assertIn("missing barrier: %lds is read before line 8 writes it\n", lint())

    def test_sarif_with_the_text_first(self):
        self.write_inlined()
        result = json.loads(self.lint("a.mlir", "--select", "missing-barrier", "--output-format", "sarif").out)["runs"][0]["results"][0]
        uris = [r["physicalLocation"]["artifactLocation"]["uri"] for r in result["locations"] + result["relatedLocations"]]
        self.assertEqual(uris, ["a.mlir", "kern.py", "a.mlir", "kern.py"])

    def test_absolute_paths_below_the_current_folder(self):
        self.write("a.mlir", kernel(read='loc("%s/sub/kern.py":102:11)' % self.folder.resolve()))
        out = self.lint("a.mlir", "--select", "missing-barrier", "--locations", "source", "--output-format", "concise").out
        self.assertTrue(out.startswith("sub/kern.py:102:11: "), out)


class Dumps(cli.TestCase):
    def write_dumps(self, *passes):
        self.write("dump.log", "".join(f"// -----// IR Dump {name} //----- //\n" + "".join(kernels) for name, *kernels in passes))

    def told(self, *options):
        keys = ("pass", "since", "dumps")
        return [(f["kernel"],) + tuple(f.get(key) for key in keys)
                for f in self.findings("dump.log", "--select", "missing-barrier", *options)["findings"]]

    def test_each_cause_once(self):
        self.write_dumps(("After One (one)", kernel(lds="a", name="old"), kernel(True, lds="b")),
                         ("After Two (two) ('func.func' operation: @k)", kernel(lds="c", name="old"), kernel(lds="d")),
                         ("After Three Failed (three)", kernel(lds="7", name="old"), kernel(lds="8")),
                         ("After Four (four)", kernel(True, lds="e", name="old"), kernel(True, lds="f")))
        self.assertEqual(self.told(), [("old", "One (one)", "One (one)", 3), ("k", "Two (two)", "Two (two)", 2)])
        self.assertEqual(self.told("--introduced"), [("k", "Two (two)", "Two (two)", 2)])
        out = self.lint("dump.log", "--select", "missing-barrier", "--output-format", "concise").out
        self.assertIn("[since the dump after One (one), in 3 of 4 dumps of the kernel]", out)
        self.assertIn("2 errors", self.lint("dump.log", "--select", "missing-barrier").err)

    def test_one_dump(self):
        self.write_dumps(("Before One (one)", kernel()))
        self.assertEqual(self.told(), [("k", "One (one)", None, None)])
        self.assertIn("= note: in the dump before One (one)\n", self.lint("dump.log", "--select", "missing-barrier").out)
        self.assertEqual(self.told("--introduced"), [])

    def test_what_comes_back_is_brought_in_again(self):
        self.write_dumps(("After One (one)", kernel()), ("After Two (two)", kernel(True)), ("After Three (three)", kernel()))
        self.assertEqual(self.told(), [("k", "One (one)", "One (one)", 2)])
        self.assertEqual([told[:2] for told in self.told("--introduced")], [("k", "Three (three)")])

    def test_a_kernel_that_a_pass_makes(self):
        self.write_dumps(("After One (one)", "module {\n}\n"), ("After Outline (outline)", kernel()))
        self.assertEqual([told[:2] for told in self.told("--introduced")], [("k", "Outline (outline)")])

    def test_dumps_of_single_functions(self):
        function = lambda name: "\n".join(line[2:] for line in kernel(name=name).split("\n")[1:-2]) + "\n"
        self.write_dumps(("After One (one)", function("a")), ("After One (one)", function("b")), ("After Two (two)", function("a")))
        self.assertEqual(self.told(), [("a", "One (one)", "One (one)", 2), ("b", "One (one)", None, None)])
        self.assertEqual(self.told("--introduced"), [])

    def test_sarif_and_text_without_dumps(self):
        self.write_dumps(("After One (one)", kernel()))
        result = json.loads(self.lint("dump.log", "--select", "missing-barrier", "--output-format", "sarif").out)["runs"][0]["results"][0]
        self.assertIn({"name": "One (one)", "kind": "pass"}, result["locations"][0]["logicalLocations"])
        self.write("plain.mlir", kernel())
        self.assertNotIn("pass", self.findings("plain.mlir")["findings"][0])


cli.main()
