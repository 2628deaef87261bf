"""fencepost show: whole pictures, compared with goldens/ (`-t update-goldens` writes them anew), and what must hold for every picture."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PROGRAM = os.environ["FENCEPOST"]
UPDATE = os.environ.get("UPDATE_GOLDENS") == "1"
CUT_STEP = 389 if os.environ.get("FENCEPOST_SANITIZED") == "1" else 97  # a half-typed text ends at each of these bytes; sanitized programs start slowly
TIMEOUT_S = 900  # whatever takes that long hangs, on any machine
SVG = "{http://www.w3.org/2000/svg}"
FORMATS = ("text", "svg", "html")

# Golden: source, options. The picture of the documentation is one of them.
GOLDENS = {
    "kinds.txt": ("kinds.mlir", []),
    "kinds_color.txt": ("kinds.mlir", ["--color", "always"]),
    "kinds.svg": ("kinds.mlir", ["--format", "svg"]),
    "copies.txt": ("copies.mlir", []),
    "copies.html": ("copies.mlir", ["--format", "html"]),
    "second.txt": ("copies.mlir", ["--kernel", "second"]),
    "turns.txt": ("turns.mlir", []),
    "turns_ledger.txt": ("turns.mlir", ["--ledger"]),
    "ring.txt": ("ring.mlir", []),
    "ring_color.txt": ("ring.mlir", ["--color", "always"]),
    "ring.svg": ("ring.mlir", ["--format", "svg"]),
    "hang.txt": ("hang.mlir", []),
    "hang.svg": ("hang.mlir", ["--format", "svg"]),
    "hang.html": ("hang.mlir", ["--format", "html"]),
    "cluster.txt": ("cluster.mlir", []),
    "cluster.svg": ("cluster.mlir", ["--format", "svg"]),
    "cluster_hang.txt": ("cluster_hang.mlir", []),
    "late_init.txt": ("late_init.mlir", []),
    "ring_ledger.txt": ("ring.mlir", ["--ledger"]),
    "ring_ledger.json": ("ring.mlir", ["--ledger", "--format", "json"]),
    "hang_ledger.txt": ("hang.mlir", ["--ledger"]),
    "hang_ledger_color.txt": ("hang.mlir", ["--ledger", "--color", "always"]),
}
# Pictures of the documentation: source, picture.
PICTURES = {
    "docs/images/gemm.mlir": "gemm.svg",
    "docs/demo/hang.mlir": "hang.svg",
    "docs/demo/matmul.mlir": "matmul.svg",
    "docs/demo/pingpong.mlir": "pingpong.svg",
}
ELEMENTS = {"svg", "title", "style", "rect", "g", "text", "path", "line", "circle"}


def kernel(body, head=""):
    return f"""func.func @k(%v: f32, %i: index, %j: index) attributes {{gpu.kernel}} {{
{head}  %lds = memref.alloc() : memref<64xf32, 3>
{body}  return
}}
"""


STORE = "  memref.store %v, %lds[%i] : memref<64xf32, 3>\n"
LOAD = "  %r{} = memref.load %lds[%j] : memref<64xf32, 3>\n"


def chain(stages):
    """A kernel of stages + 1 streams: each takes a tile from the one before and hands one on to the next."""
    names = lambda form, first, end: ", ".join(form.format(i) for i in range(first, end))
    own = "".join(f"    %t{i} = ttg.local_alloc : () -> !tile\n    %full{i} = ttg.local_alloc : () -> !bar\n    %free{i} = ttg.local_alloc : () -> !bar\n"
                  f"    ttng.init_barrier %full{i}, 1 : !bar\n    ttng.init_barrier %free{i}, 1 : !bar\n" for i in range(stages))

    def body(i):
        take = f"      ttng.wait_barrier %full{i - 1}, %p : !bar\n      %r = ttg.local_load %t{i - 1} : !tile -> !values\n      ttng.arrive_barrier %free{i - 1}, 1 : !bar\n"
        give = f"      ttng.wait_barrier %free{i}, %q : !bar\n      ttg.local_store {'%r' if i else '%v'}, %t{i} : !values -> !tile\n      ttng.arrive_barrier %full{i}, 1 : !bar\n"
        return (f"      %z = arith.constant 0 : i32\n      %o = arith.constant 1 : i32\n      %v = arith.constant dense<0.0> : !values\n      scf.for %k = %z to %n step %o : i32 {{\n"
                f"      %p = arith.andi %k, %o : i32\n      %q = arith.xori %p, %o : i32\n{take if i else ''}{give if i < stages else ''}      }}\n")

    captured = names("%t{0}, %full{0}, %free{0}", 0, stages)
    partitions = "".join(f"    partition{i - 1}({names('%t{0}: !tile, %full{0}: !bar, %free{0}: !bar', 0, stages)}, %n: i32) num_warps(4) {{\n{body(i)}      ttg.warp_return\n    }}\n" for i in range(1, stages + 1))
    return f"""#shared = #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}}>
#blocked = #ttg.blocked<{{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<128xf32, #shared, #smem, mutable>
!values = tensor<128xf32, #blocked>
module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32}} {{
  tt.func public @chain(%n: i32) {{
{own}    ttg.warp_specialize({captured}, %n)
    default {{
{body(0)}      ttg.warp_yield
    }}
{partitions}    : ({", ".join(["!tile, !bar, !bar"] * stages)}, i32) -> ()
    tt.return
  }}
}}
"""


class Show(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, *arguments, cwd=None):
        environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
        result = subprocess.run([PROGRAM, *arguments], cwd=cwd or self.folder, capture_output=True, timeout=TIMEOUT_S, env=environment, stdin=subprocess.DEVNULL)
        for word in (b"AddressSanitizer", b"runtime error:", b"LeakSanitizer", b"Assertion"):
            self.assertNotIn(word, result.stderr)
        return result

    def show(self, text, *options, code=0):
        (self.folder / "k.mlir").write_bytes(text if isinstance(text, bytes) else text.encode())
        result = self.run_program("show", "k.mlir", *options)
        self.assertEqual(result.returncode, code, result.stderr)
        return result.stdout

    def test_goldens(self):
        for name, (source, options) in GOLDENS.items():
            with self.subTest(name):
                shutil.copy(HERE / "files" / source, self.folder)
                made = self.run_program("show", source, *options)
                self.assertEqual((made.returncode, made.stderr), (0, b""))
                self.compare(HERE / "goldens" / name, made.stdout)

    def test_pictures_of_the_documentation(self):
        for source, picture in PICTURES.items():
            with self.subTest(picture):
                made = self.run_program("show", source, "--format", "svg", "--no-config", cwd=ROOT)
                self.compare(ROOT / "docs" / "images" / picture, made.stdout)

    def compare(self, path, made):
        if UPDATE:
            path.write_bytes(made)
        self.assertEqual(made.decode(), path.read_bytes().decode())

    def test_one_file_without_outside_requests(self):
        for source in ("kinds.mlir", "copies.mlir", "ring.mlir", "hang.mlir"):
            text = (HERE / "files" / source).read_text()
            svg, html = self.show(text, "--format", "svg").decode(), self.show(text, "--format", "html").decode()
            self.assertEqual({element.tag.replace(SVG, "") for element in ElementTree.fromstring(svg).iter()} - ELEMENTS, set())
            for page in (svg, html):
                for way_out in ("<script", "<link", "<img", "src=", "href=", "url(", "@import", "onload="):
                    self.assertNotIn(way_out, page)

    def test_text_of_the_source_is_no_markup(self):
        text = kernel(STORE + "  // <script>alert(\"&\")</script>\n" + LOAD.format(0))
        svg = self.show(text, "--format", "svg").decode()
        self.assertIn("// <script>alert(\"&\")</script>", "".join(ElementTree.fromstring(svg).itertext()))
        self.assertNotIn("<script", self.show(text, "--format", "html").decode())

    def test_a_pair_is_ordered_by_a_barrier_and_not_without(self):
        closed, opened = self.show(kernel(STORE + "  gpu.barrier\n" + LOAD.format(0))), self.show(kernel(STORE + LOAD.format(0)))
        self.assertIn("1 conflicting pair\n", closed.decode())
        self.assertIn("1 conflicting pair, not ordered\n", opened.decode())
        self.assertIn("missing-barrier", opened.decode())
        self.assertIn("─┼─", closed.decode())

    def bars(self, svg, style):
        """(title, number of rectangles) of the windows of that style"""
        found = {}
        for group in ElementTree.fromstring(svg).iter(SVG + "g"):
            bars = [bar for bar in group.findall(SVG + "rect") if bar.get("class") == style]
            title = group.find(SVG + "title")
            if bars and title is not None:
                found[title.text] = found.get(title.text, 0) + len(bars)
        return found

    def test_a_carried_window_goes_round_the_loop(self):
        body = "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  scf.for %k = %c0 to %i step %c1 {\n" + LOAD.format(0) + "    gpu.barrier\n" + STORE + "  }\n"
        svg = self.show(kernel(body), "--format", "svg").decode()
        opened = self.bars(svg, "x")
        self.assertEqual(list(opened.values()), [2], "from the store to the loop's end, from its start to the load")
        self.assertIn("1 iteration of the loop", next(iter(opened)))
        self.assertIn("class=\"v y\"", svg)

    def test_long_kernels_are_folded(self):
        filler = "".join(f"  %x{i} = arith.addi %i, %j : index\n" for i in range(2000))
        text = kernel(STORE + "  gpu.barrier\n" + filler + LOAD.format(0))
        shown = self.show(text).decode().splitlines()
        self.assertLess(len(shown), 30)
        self.assertIn("⋮ 2000 lines", "\n".join(shown))
        height = int(ElementTree.fromstring(self.show(text, "--format", "svg")).get("height"))
        self.assertLess(height, 600)
        html = self.show(text, "--format", "html").decode()
        self.assertEqual(html.count("<details>"), 1)
        self.assertEqual(len(re.findall(r'id="L\d+"', html)), text.count("\n"), "nothing is lost: it is in the fold")

    def test_reads_that_no_window_ends_at_are_folded_and_counted(self):
        text = kernel(STORE + "  gpu.barrier\n" + "".join(LOAD.format(i) for i in range(400)))
        self.assertRegex(self.show(text).decode(), r"⋮ \d+ lines, 3\d\d reads\n")

    def test_windows_among_many_barriers(self):
        """Each window between neighbours is there, and one across 60 barriers; one across all of them is not, which the heading says."""
        def steps(count):
            return "".join(STORE + "  gpu.barrier\n" + LOAD.format(i) + "  gpu.barrier\n" for i in range(count))
        far = "  %far = memref.alloc() : memref<64xf32, 3>\n  %near = memref.alloc() : memref<64xf32, 3>\n"
        write, read = "  memref.store %v, %{0}[%i] : memref<64xf32, 3>\n", "  %{0}_0 = memref.load %{0}[%j] : memref<64xf32, 3>\n"
        text = kernel(write.format("far") + steps(270) + write.format("near") + steps(30).replace("%r", "%s") + read.format("near") + read.format("far"), far)
        shown = self.show(text, "--format", "svg").decode()
        self.assertIn("pairs across more than 64 barriers and waits are left out", shown)
        lines = text.splitlines()
        found = {tuple(lines[int(line) - 1].split("[")[0].split("%")[-1] for line in re.findall(r"on line (\d+)", title)[:2]): 0 for title in self.bars(shown, "o")}
        self.assertEqual(set(found), {("lds", "lds"), ("near", "near")})
        self.assertEqual(len(self.bars(shown, "o")), 2 * 300 - 1 + 1)
        self.assertIn("600 barriers, 600 conflicting pairs", shown)

    def test_what_is_no_race_is_no_open_window(self):
        """The run of the streams has ordered it, or a pass that comes later is to."""
        page = self.show((HERE / "files" / "hang.mlir").read_text(), "--format", "html").decode()
        self.assertEqual(page.count('<rect class="x"'), 1, "that of the legend")
        early = (ROOT / "tests/rules/missing-barrier/awaiting_membar.mlir").read_text()
        heading = self.show(early).decode().splitlines()[0]
        self.assertRegex(heading, r"pairs?, (\d+ of them )?left to a later pass")
        self.assertNotIn("open", heading)

    # ---- kernels of several streams ----

    def ring(self, *changes):
        text = (HERE / "files" / "ring.mlir").read_text()
        for old, new in changes:
            self.assertIn(old, text)
            text = text.replace(old, new)
        return text

    def test_a_hang_names_who_waits_for_whom(self):
        shown = self.show(self.ring(("%empty0, 1", "%empty0, 2"))).decode()
        self.assertIn("it hangs", shown)
        self.assertRegex(shown, r"partition 0 waits for ever on line \d+ for %empty\[0\], which lacks 1 of 2 arrivals; default would arrive on line \d+, behind its wait on line")
        self.assertIn("╎", shown)
        self.assertNotIn("it hangs", self.show(self.ring()).decode())

    def test_a_wait_that_nobody_ends(self):
        shown = self.show(self.ring(("        ttng.barrier_expect %loaded, 8192, %true : !bar\n", ""), ("%tile, %loaded, %true", "%tile, %free, %true"))).decode()
        self.assertIn("nobody brings it", shown)
        self.assertIn("╳", shown)

    def test_kernels_of_the_documentation_say_what_they_show(self):
        for name, hangs in (("hang", True), ("matmul", False), ("pingpong", False)):
            path = ROOT / "docs" / "demo" / f"{name}.mlir"
            self.assertEqual(self.run_program("lint", str(path), "--no-config").returncode, 1 if hangs else 0)
            self.assertEqual("it hangs" in self.show(path.read_text()).decode(), hangs)

    def test_every_wait_behind_a_flip_has_an_arrow(self):
        for line in self.show(self.ring()).decode().splitlines():
            if " wait %" in line and "fresh" not in line:
                self.assertRegex(line, "◀─*[┘┤]|[└├]─*▶", line)

    def test_a_long_run_is_cut_and_says_so(self):
        long = self.ring(("        %free = ttg.memdesc_index %empty", "        ttng.fence_async_shared {bCluster = false}\n" * 40 + "        %free = ttg.memdesc_index %empty"))
        shown = self.show(long).decode()
        self.assertRegex(shown, r"⋮ \d+ more")
        self.assertLess(len(shown.splitlines()), 90)
        hang = self.show(long.replace("%empty0, 1", "%empty0, 2")).decode()
        self.assertRegex(hang, r"⋮ \d+ more")
        self.assertIn("╎", hang, "the end of a hang is what people look for")

    def test_both_ends_of_a_race_are_marked(self):
        text = (ROOT / "tests/rules/missing-barrier/between_partitions.mlir").read_text()
        self.assertEqual(re.findall(r"\d+ ! (\w+)", self.show(text).decode()), ["read", "write"])
        page = self.show(text, "--format", "html").decode()
        self.assertEqual(page.count('class="zt zx"'), 2)
        self.assertIn("1 conflicting pair, not ordered</h2>", page)

    def test_both_ends_of_a_race_between_workgroups_are_marked(self):
        """Their text is drawn, no streams: below each access stands the workgroup that does it."""
        shown = self.show((HERE / "files" / "cluster.mlir").read_text()).decode()
        marked = re.findall(r"(ttg?\.\w+)[^\n]*\n *(?:[│║╫] +)*\^ [^\n]*(workgroup \d)", shown)
        self.assertEqual(marked, [("ttg.local_store", "workgroup 1"), ("ttg.local_load", "workgroup 0"), ("ttg.local_load", "workgroup 0"), ("tt.return", "workgroup 1")])

    def test_many_streams_fit_the_terminal(self):
        """Side by side they would take some 260 columns: they share one, with the stream's name before each step."""
        for streams, name in ((7, "partition 5"), (3, "partition 1")):
            shown = self.show(chain(streams - 1)).decode().split("\n\n")[0].splitlines()
            self.assertIn(f"{streams} streams", shown[0])
            self.assertTrue(any(name in line for line in shown))
            self.assertLessEqual(max(len(line) for line in shown), 140)
            self.assertEqual(any(re.match(name + r" +#", line) for line in shown), streams == 7)

    def test_names_of_streams_stay_while_a_page_is_scrolled(self):
        page = self.show(chain(6), "--format", "html").decode()
        names = re.search(r'<div class="run"><svg class="names".*?</svg>', page, re.S)[0]
        for name in ("default", "partition 5", "%full0"):
            self.assertIn(name, names)
        self.assertIn(".names{position:sticky", page)

    def test_the_end_of_a_long_run_is_shown(self):
        shown = self.show(chain(6)).decode()
        self.assertRegex(shown, r"⋮ \d+ more")
        self.assertIn("join: streams have ended", shown)

    def test_names_are_no_markup_in_streams(self):
        text = self.ring().replace("@sum_tiles", "@\"<script>&\"")
        svg = self.show(text, "--format", "svg").decode()
        self.assertIn("<script>&", "".join(ElementTree.fromstring(svg).itertext()))
        self.assertNotIn("<script", self.show(text, "--format", "html").decode())

    # ---- the account of barriers ----

    def ledger(self, text):
        return json.loads(self.show(text, "--ledger", "--format", "json"))["kernels"]

    def edges(self, text):
        """by barrier: [(direction, verdict)]"""
        return {o["name"]: [(e["direction"], e["verdict"]) for e in o["edges"]] for o in self.ledger(text)[0]["objects"]}

    def test_full_and_free_edges(self):
        self.assertEqual(self.edges(self.ring()), {"%full": [("forward", "needed")], "%empty": [("backward", "needed")]})

    def test_a_wait_said_twice_is_redundant(self):
        twice = self.ring(("        ttng.wait_barrier %loaded, %phase : !bar\n", "        ttng.wait_barrier %loaded, %phase : !bar\n        ttng.wait_barrier %loaded, %phase : !bar\n"))
        self.assertIn("redundant", [verdict for _, verdict in self.edges(twice)["%full"]])

    def test_a_pair_without_barrier_is_missing(self):
        kernels = self.ledger(self.ring(("        ttng.wait_barrier %free, %phase : !bar\n", "")))
        self.assertEqual([(e["verdict"], e["buffers"]) for e in kernels[0]["missing"]][0], ("missing", ["%tiles"]))
        self.assertEqual(self.ledger(self.ring())[0]["missing"], [])

    def test_a_run_that_every_wait_is_served_in_is_shown(self):
        """Without this wait each run of the ring races: the one shown goes round the ring twice all the same."""
        text = self.ring(("        ttng.wait_barrier %loaded, %phase : !bar\n", ""))
        self.assertEqual([kernel["values"] for kernel in self.ledger(text)], [kernel["values"] for kernel in self.ledger(self.ring())])

    def test_what_is_hidden_makes_nothing_redundant(self):
        hidden = self.ring(("        ttng.wait_barrier %loaded, %phase : !bar\n", "        ttng.wait_barrier %loaded, %phase : !bar\n        \"my.op\"(%loaded) : (!bar) -> ()\n" * 2))
        self.assertNotIn("redundant", [verdict for edges in self.edges(hidden).values() for _, verdict in edges])

    def test_formats_of_a_ledger(self):
        shutil.copy(HERE / "files" / "ring.mlir", self.folder)
        for options, words in ((["--ledger", "--format", "svg"], b"--ledger is written as text or json"), (["--format", "json"], b"only --ledger is written as json")):
            result = self.run_program("show", "ring.mlir", *options)
            self.assertEqual((result.returncode, result.stdout), (2, b""))
            self.assertIn(words, result.stderr)
        self.assertIn(b"no kernel has barriers", self.show("func.func @f() { return }\n", "--ledger"))
        self.assertEqual(self.ledger("func.func @f() { return }\n"), [])
        self.assertEqual(self.run_program("show", "ring.mlir", "--ledger", "--kernel", "none").returncode, 2)

    def test_half_typed_ledgers(self):
        for cut in range(0, len(self.ring()), CUT_STEP):
            self.ledger(self.ring()[:cut])

    def test_crlf_and_no_line_end(self):
        text = kernel(STORE + LOAD.format(0))
        for other in (text.replace("\n", "\r\n"), text.replace("\n", "\r"), text.rstrip("\n")):
            self.assertEqual(self.show(other), self.show(text))

    def test_bytes_that_are_no_text(self):
        for bad in (b"\xff\xfe", b"\x1b[31m", b"\xe2\x80\xae", b"\xef\xbf\xbf", b"\x00"):
            text = kernel(STORE + "  // here\n" + LOAD.format(0)).encode().replace(b"here", bad)
            for name in FORMATS:
                with self.subTest(bad=bad, format=name):
                    page = self.show(text, "--format", name)
                    page.decode()
                    self.assertNotIn(b"\x1b", page)
                    if name == "svg":
                        ElementTree.fromstring(page)

    def test_half_typed_kernels(self):
        for source in ("kinds.mlir", "ring.mlir"):
            text = (HERE / "files" / source).read_text()
            for cut in range(0, len(text), CUT_STEP):
                for name in FORMATS:
                    self.show(text[:cut], "--format", name)

    def test_no_kernel(self):
        for name in FORMATS:
            self.assertIn("o kernel touches workgroup memory", self.show("func.func @f() { return }\n", "--format", name).decode())

    def test_kernels_are_chosen_by_name(self):
        text = (HERE / "files" / "copies.mlir").read_text()
        for name in ("second", "@second"):
            shown = self.show(text, "--kernel", name).decode()
            self.assertIn("kernel second", shown)
            self.assertNotIn("kernel first", shown)
        shutil.copy(HERE / "files" / "copies.mlir", self.folder)
        result = self.run_program("show", "copies.mlir", "--kernel", "third")
        self.assertEqual((result.returncode, result.stdout), (2, b""))
        self.assertIn(b"no kernel 'third'", result.stderr)

    def test_output_file(self):
        shutil.copy(HERE / "files" / "copies.mlir", self.folder)
        self.assertEqual(self.run_program("show", "copies.mlir", "--format", "svg", "-o", "out.svg").stdout, b"")
        ElementTree.parse(self.folder / "out.svg")
        self.assertEqual(self.run_program("show", "copies.mlir", "-o", "copies.mlir").returncode, 2, "never over the file that is read")

    def test_suppressed_findings_are_not_shown(self):
        text = kernel(STORE + LOAD.format(0).rstrip("\n") + " // fencepost: ignore[missing-barrier] a flag orders them\n")
        shown = self.show(text).decode()
        self.assertNotIn("warning:", shown)
        self.assertIn("1 conflicting pair, not ordered", shown, "it is there all the same")


if __name__ == "__main__":
    unittest.main()
