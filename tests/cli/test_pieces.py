"""Texts of many sections: what is passed over without a parse, what is known from an earlier section, and that neither changes what is found."""
import json
import cli

HEADER = "// -----// IR Dump After {} //----- //\n"
QUIET = "func.func @quiet{}(%a: f32) -> f32 {{\n  %r = arith.addf %a, %a : f32\n  return %r : f32\n}}\n"
RACE = (cli.HERE / "files" / "race.mlir").read_text()
BYTES = 40000  # a smaller text is read as a whole


def dump(*sections):
    return "".join(HEADER.format(f"Pass{i}") + section for i, section in enumerate(sections))


def quiet(bytes_=BYTES):
    text, number = "", 0
    while len(text) < bytes_:
        text, number = text + QUIET.format(number), number + 1
    return text


class Pieces(cli.TestCase):
    def work(self, path, *arguments):
        report = json.loads(self.lint(path, "--statistics", "--output-format", "json", "--no-fixes", *arguments).out)
        return report["statistics"], report["findings"]

    def test_nothing_to_judge_is_passed_over(self):
        text = quiet()
        self.write("quiet.mlir", text)
        work, found = self.work("quiet.mlir")
        self.assertEqual((work["passedBytes"], found), (len(text), []))
        self.assertIn("functions touches workgroup memory", self.lint("quiet.mlir").err)

    def test_lines_and_columns_of_locations_are_no_memory_spaces(self):
        located = quiet().replace(": f32\n  return", ': f32 loc("kern.py":3:3)\n  return')
        self.write("quiet.mlir", located)
        self.assertEqual(self.work("quiet.mlir")[0]["passedBytes"], len(located))

    def test_trials_of_fixes_do_not_matter_where_there_is_nothing(self):
        self.write("quiet.mlir", quiet())
        report = json.loads(self.lint("quiet.mlir", "--statistics", "--output-format", "json").out)
        self.assertGreater(report["statistics"]["passedBytes"], BYTES)

    def test_brackets_and_strings_are_checked(self):
        for damage in ("  %x = a.b [1, 2\n", "  a.b \"open\n", "  a.b )\n"):
            self.write("quiet.mlir", quiet().replace("  return", damage + "  return", 1))
            work, found = self.work("quiet.mlir")
            self.assertEqual([finding["rule"] for finding in found], ["syntax-error"], damage)
            self.assertEqual(work["passedBytes"], 0)

    def test_a_word_that_matters(self):
        for line in ("gpu.barrier", '"gpu.barrier"() : () -> ()', "%l = memref.alloc() : memref<4xf32, 3>", "%p = llvm.mlir.zero : !llvm.ptr<3>",
                     "%l = memref.alloc() : memref<4xf32, #gpu.address_space<workgroup>>", "%b = a.b : !nvgpu.mbarrier.barrier"):
            self.write("quiet.mlir", quiet().replace("  return", f"  {line}\n  return", 1))
            self.assertEqual(self.work("quiet.mlir")[0]["passedBytes"], 0, line)
            self.write("dump.mlir", dump(quiet(), QUIET.format("").replace("  return", f"  {line}\n  return"), quiet()))
            self.assertGreater(self.work("dump.mlir")[0]["passedBytes"], BYTES, line)

    def test_own_ops_count(self):
        self.write("quiet.mlir", quiet().replace("  return", "  acme.meet\n  return", 1))
        self.assertGreater(self.work("quiet.mlir")[0]["passedBytes"], BYTES)
        self.write("fencepost.json", json.dumps({"ops": [{"name": "acme.meet", "like": "gpu.barrier"}]}))
        self.assertEqual(self.work("quiet.mlir")[0]["passedBytes"], 0)

    def test_equal_dumps_are_judged_once(self):
        self.write("dump.mlir", dump(quiet(), RACE, quiet(), RACE, RACE))
        work, found = self.work("dump.mlir")
        self.assertGreater(work["knownBytes"], 2 * len(RACE))
        self.assertEqual([finding["dumps"] for finding in found], [3] * len(found))
        self.write("split.mlir", "// -----\n".join([quiet(), RACE, RACE]))
        work, twice = self.work("split.mlir")
        self.assertGreater(work["knownBytes"], len(RACE))
        self.assertEqual(len(twice), 2 * len(found))

    def test_threads_change_nothing(self):
        races = [RACE.replace("@", f"@k{i}_") for i in range(60)]
        self.write("dump.mlir", dump(*races, quiet()))
        for form in ("full", "concise", "json", "sarif"):
            one, three = (self.lint("dump.mlir", "--output-format", form, "--jobs", jobs) for jobs in ("1", "3"))
            self.assertEqual((one.out, one.err, one.code), (three.out, three.err, three.code), form)

    def test_own_comments_speak_to_the_whole(self):
        self.write("dump.mlir", "// fencepost: target=gfx942\n" + dump(quiet(), RACE))
        self.assertEqual(self.work("dump.mlir")[0]["passedBytes"], 0)


cli.main()
