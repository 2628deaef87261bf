"""What lint changes and what it leaves out: --fix, --diff, --add-suppressions, --since-diff."""
import difflib
import gzip
import cli

RACE = (cli.HERE / "files" / "race.mlir").read_text()
MENDED = RACE.replace("    gpu.barrier\n", "").replace("    %r = memref.load", "    gpu.barrier\n    %r = memref.load")


class Change(cli.TestCase):
    def setUp(self):
        super().setUp()
        self.copy("race.mlir", "clean.mlir")

    def text(self, name="race.mlir"):
        return (self.folder / name).read_text()

    def test_fix_is_fix_and_lint(self):
        self.write("other.mlir", RACE)
        result = self.lint("race.mlir", "--fix", "--output-format", "concise")
        self.assertEqual((result.code, result.out), (cli.CLEAN, ""))
        self.assertIn("race.mlir: fixed 2 findings (1 missing-barrier, 1 redundant-barrier)", result.err)
        self.run_program("fix", "other.mlir")
        self.assertEqual(self.text(), self.text("other.mlir"))
        self.assertEqual(self.lint("race.mlir", "clean.mlir", "--fix").err, "")

    def test_what_is_left_is_reported(self):
        self.write("a.mlir", RACE.replace("    gpu.barrier\n", "    memref.store %r, %lds[%c255] : memref<256xf32, 3>\n"))
        result = self.lint("a.mlir", "--fix", "--output-format", "concise")
        self.assertEqual(result.code, cli.FINDINGS)
        self.assertIn("racing-store", result.out)

    def test_diff_is_that_of_fix(self):
        self.assertEqual(self.lint("race.mlir", "--diff").raw_out, self.run_program("fix", "race.mlir", "--diff").raw_out)
        self.assertEqual(self.lint("race.mlir", "--diff").code, cli.FINDINGS)
        self.assertEqual(self.lint("clean.mlir", "--diff").code, cli.CLEAN)

    def test_names_as_git_writes_them(self):
        for name, head in (("a b.mlir", "--- a/a b.mlir\t"), ("a\nb.mlir", '--- "a/a\\012b.mlir"'), ('a"b\\.mlir', '--- "a/a\\"b\\\\.mlir"'), ("ä.mlir", "--- a/ä.mlir")):
            self.write(name, RACE)
            diff = self.lint(name, "--diff").out
            self.assertEqual(diff.split("\n")[0], head)
            self.write("fix.diff", diff)
            self.assertEqual(self.findings(name, "--since-diff", "fix.diff")["summary"]["files"], 1, name)
        self.assertEqual(self.text(), RACE)

    def test_what_cannot_be_changed(self):
        for option in ("--fix", "--add-suppressions"):
            self.assert_one_line(self.lint("-", option, stdin=RACE.encode()), option, "standard input")
            self.write("a.mlir.gz", gzip.compress(RACE.encode()))
            result = self.lint("a.mlir.gz", option)
            if "built without" not in result.err:
                self.assertIn("a.mlir.gz: a compressed file (gzip) is not changed", result.err)
                self.assertEqual(result.code, cli.FAILED)
        self.assert_one_line(self.lint("race.mlir", "--unsafe-fixes"), "--unsafe-fixes", "--fix")
        self.assert_one_line(self.lint("race.mlir", "--fix", "--diff"), "--fix", "--diff")

    def test_suppressions_are_added(self):
        result = self.lint("race.mlir", "clean.mlir", "--add-suppressions")
        self.assertEqual((result.code, result.out), (cli.CLEAN, ""))
        self.assertIn("suppressed 2 findings", result.err)
        added = [line for line in difflib.ndiff(RACE.splitlines(), self.text().splitlines()) if line[0] in "+-"]
        self.assertEqual(added, ["+     // fencepost: ignore[missing-barrier] not looked at yet", "+     // fencepost: ignore[redundant-barrier] not looked at yet"])
        before = self.text()
        self.assertEqual(self.lint("race.mlir").code, cli.CLEAN)
        self.assertEqual(self.lint("race.mlir", "--add-suppressions").code, cli.CLEAN)
        self.assertEqual(self.text(), before)

    def test_suppressions_keep_the_line_ends(self):
        self.write("a.mlir", RACE.replace("\n", "\r\n"))
        self.lint("a.mlir", "--add-suppressions")
        self.assertNotIn(b"\n", (self.folder / "a.mlir").read_bytes().replace(b"\r\n", b""))

    def test_several_rules_of_a_line_share_a_comment(self):
        self.write("a.mlir", RACE.replace("%lds[%t]", "%lds[%c255]").replace("    gpu.barrier\n", "    memref.store %r, %lds[%c255] : memref<256xf32, 3>\n"))
        found = self.findings("a.mlir")["findings"]
        self.lint("a.mlir", "--add-suppressions")
        self.assertEqual(self.text("a.mlir").count("fencepost: ignore"), len({f["range"]["start"]["line"] for f in found}))
        self.assertEqual(self.findings("a.mlir")["findings"], [])


class Habits(cli.TestCase):
    """What people type who know other tools."""

    def test_habits(self):
        self.copy("race.mlir")
        self.write("fencepost.json", '{"perFile": {"x.mlir": {"ignore": ["all"]}}}')
        self.assertEqual(self.lint("-j2", "race.mlir").out, self.lint("-j", "2", "race.mlir").out)
        self.assert_one_line(self.lint("-j0", "race.mlir"), "--jobs")
        self.assert_one_line(self.lint("-qv", "race.mlir"), "-qv")
        self.assertEqual(self.run_program("help", "lint").out, self.lint("--help").out)
        self.assertEqual(self.run_program("help").out, self.run_program("--help").out)
        self.assertEqual(self.lint("--stdin-filename", "x.mlir", stdin=RACE.encode()).code, cli.CLEAN)
        self.assertEqual(self.lint("--stdin-filename", "y.mlir", stdin=RACE.encode()).code, cli.FINDINGS)
        self.assert_one_line(self.run_program("fix", "nothere.mlir"), "nothere.mlir", "no such file")


class Since(cli.TestCase):
    """`changed` stands in the folder; the diff leads from `old` to it."""

    def since(self, old, changed, *arguments, name="a.mlir", labels=("a/a.mlir", "b/a.mlir"), context=3, **more):
        self.write(name, changed)
        diff = "".join(difflib.unified_diff(old.splitlines(keepends=True), changed.splitlines(keepends=True), *labels, n=context))
        self.write("change.diff", diff)
        result = self.lint(name, "--since-diff", "change.diff", "--output-format", "concise", *arguments, **more)
        return [(int(line.split(":")[1]), line.split("[")[1].split("]")[0]) for line in result.out.splitlines()]

    def test_lines_that_are_added(self):
        self.assertEqual(self.since(MENDED, RACE), [(9, "missing-barrier")])  # the load moved
        other = RACE.replace("    gpu.barrier\n", "    gpu.barrier\n    gpu.barrier\n")
        self.assertEqual(self.since(RACE, other, context=0), [(11, "redundant-barrier")])
        self.assertEqual(self.since(RACE, RACE.replace("    gpu.return", "    %z = arith.constant 1 : i32\n    gpu.return")), [])

    def test_a_barrier_that_is_gone(self):
        gone = MENDED.replace("    gpu.barrier\n", "")
        self.assertEqual(self.since(MENDED, gone), [(9, "missing-barrier")])
        self.assertEqual(self.since(RACE.replace("    gpu.return", "    gpu.barrier\n    gpu.return"), RACE, "--select", "missing-barrier"), [])

    def test_other_places_of_a_finding_count(self):
        self.assertEqual(self.since(RACE.replace("store %v", "store %w"), RACE), [(9, "missing-barrier")])

    def test_names(self):
        for labels in (("a/a.mlir", "b/a.mlir"), ("a.mlir", "a.mlir"), ("/dev/null", "b/a.mlir"), ("i/a.mlir", "w/a.mlir"), ('"a/a.mlir"', '"b/\\141.mlir"'),
                       ("a.mlir", "a.mlir\t2026-01-01 00:00:00")):
            with self.subTest(labels):
                self.assertTrue(self.since("" if labels[0] == "/dev/null" else MENDED, RACE, labels=labels))
        for labels in (("a/other.mlir", "b/other.mlir"), ("a/x/a.mlir", "b/x/a.mlir"), ("a/a.mlir", "/dev/null")):
            self.assertEqual(self.since(MENDED, RACE, labels=labels), [], labels)

    def test_from_a_folder_of_the_repository(self):
        (self.folder / ".git").mkdir()
        self.write("sub/a.mlir", RACE)
        self.since(MENDED, RACE, labels=("a/sub/a.mlir", "b/sub/a.mlir"))
        result = self.lint("a.mlir", "--since-diff", "../change.diff", cwd=self.folder / "sub")
        self.assertEqual(result.code, cli.FINDINGS)

    def test_files_that_the_diff_leaves_alone(self):
        self.since(MENDED, RACE)
        self.write("other.mlir", RACE)
        report = self.findings(".", "--since-diff", "change.diff")
        self.assertEqual({f["file"] for f in report["findings"]}, {"a.mlir"})
        result = self.lint("other.mlir", "--since-diff", "change.diff")
        self.assertEqual((result.code, result.out), (cli.CLEAN, ""))
        self.assertIn("leaves the file alone", result.err)
        self.assertEqual(self.lint("a.mlir", "--since-diff", "-", stdin=b"").code, cli.CLEAN)

    def test_bad_diffs(self):
        self.write("a.mlir", RACE)
        for text, words in ((b"hello\n", ["--since-diff", "no unified diff"]), (b"--- a/a.mlir\n+++ b/a.mlir\n@@ what @@\n", ["change.diff:3: ", "hunk"]),
                            (b"diff --cc a.mlir\n@@@ -1,2 -1,2 +1,3 @@@\n", ["change.diff:2: ", "merge"])):
            self.write("change.diff", text)
            self.assert_one_line(self.lint("a.mlir", "--since-diff", "change.diff"), *words)
        self.assert_one_line(self.lint("a.mlir", "--since-diff", "no.diff"), "no.diff", "no such file")
        self.assert_one_line(self.lint("-", "--since-diff", "-"), "--since-diff", "not both")


cli.main()
