"""--write-baseline and --baseline: old findings rest, new ones show, and the file is never half written."""
import json
import os
import cli


class Baseline(cli.TestCase):
    def setUp(self):
        super().setUp()
        (self.folder / "kernels").mkdir()
        self.copy("race.mlir", "tabs.mlir")
        os.rename(self.folder / "race.mlir", self.folder / "kernels" / "race.mlir")

    def note(self, *arguments):
        result = self.lint(*arguments, "--write-baseline", "known.json")
        self.assertEqual((result.code, result.out), (cli.CLEAN, ""))
        return json.loads((self.folder / "known.json").read_bytes())

    def test_known_findings_rest(self):
        everything = self.findings(".")["findings"]
        noted = self.note(".")
        self.assertEqual([(n["file"], n["rule"]) for n in noted["findings"]], [(f["file"], f["rule"]) for f in everything])
        result = self.lint(".", "--baseline", "known.json")
        self.assertEqual((result.code, result.out, result.err), (cli.CLEAN, "", ""))
        self.assertIn(f"{len(everything)} more in the baseline", self.lint(".", "--baseline", "known.json", "--verbose").err)

    def test_from_another_folder(self):
        self.note(".")
        result = self.lint(str(self.folder), "--baseline", str(self.folder / "known.json"), cwd="/")
        self.assertEqual((result.code, result.out), (cli.CLEAN, ""))

    def test_new_findings_show(self):
        self.note("kernels")
        self.assertEqual({f["file"] for f in self.findings(".", "--baseline", "known.json")["findings"]}, {"tabs.mlir"})

    def test_the_second_of_two_alike_shows(self):
        self.note(".")
        path = self.folder / "kernels" / "race.mlir"
        text = path.read_bytes()
        line = next(row for row in text.splitlines(keepends=True) if b"gpu.barrier" in row)
        path.write_bytes(text.replace(line, line + line))
        self.assertEqual([f["rule"] for f in self.findings(".", "--baseline", "known.json")["findings"]], ["redundant-barrier"])

    def test_a_recompilation_changes_names_of_values(self):
        self.note(".")
        path = self.folder / "kernels" / "race.mlir"
        text = path.read_text()
        renumbered = text.replace("%lds", "%12").replace("%other", "%0").replace("%v", "%arg0").replace("  gpu.func", "  // one line more\n  gpu.func")
        self.assertNotEqual(text, renumbered)
        path.write_text(renumbered)
        self.assertEqual(self.findings(".", "--baseline", "known.json")["findings"], [])
        path.write_text(renumbered.replace("@exchange", "@swap"))  # another kernel is another thing
        self.assertNotEqual(self.findings(".", "--baseline", "known.json")["findings"], [])

    def test_a_file_that_was_renamed(self):
        self.note(".")
        (self.folder / "kernels" / "race.mlir").rename(self.folder / "kernels" / "race.12.mlir")
        self.assertEqual(self.findings(".", "--baseline", "known.json")["findings"], [])
        self.copy("race.mlir")  # a copy of a file that is still there is new
        (self.folder / "kernels" / "race.12.mlir").rename(self.folder / "kernels" / "race.mlir")
        self.assertEqual({f["file"] for f in self.findings(".", "--baseline", "known.json")["findings"]}, {"race.mlir"})

    def test_bad_files(self):
        for text, word in ((b"", "not valid JSON"), (b"[]", "not a baseline"), (b'{"version": 1, "findings": []}', "another version"),
                           (b'{"version": 2, "findings": [{"rule": "x"}]}', "fingerprint"), (b'{"version": 2}', "not a baseline")):
            self.write("bad.json", text)
            self.assert_one_line(self.lint(".", "--baseline", "bad.json"), "bad.json", word)
        self.assert_one_line(self.lint(".", "--baseline", "none.json"), "none.json", "no such file")
        self.assert_one_line(self.lint(".", "--baseline", "a.json", "--write-baseline", "a.json"), "--write-baseline", "--baseline")

    def test_old_baseline_outlives_a_bad_run(self):
        self.note(".")
        before = (self.folder / "known.json").read_bytes()
        result = self.lint(".", "missing.mlir", "--write-baseline", "known.json")
        self.assertEqual(result.code, cli.FAILED)
        self.assertEqual((self.folder / "known.json").read_bytes(), before)
        self.assert_one_line(self.lint(".", "--write-baseline", "none/known.json"), "none/known.json", "cannot be written")

    def test_links_and_modes_stay(self):
        self.note(".")
        os.rename(self.folder / "known.json", self.folder / "real.json")
        os.chmod(self.folder / "real.json", 0o640)
        os.symlink("real.json", self.folder / "known.json")
        self.note("kernels")
        self.assertTrue((self.folder / "known.json").is_symlink())
        self.assertEqual((self.folder / "real.json").stat().st_mode & 0o777, 0o640)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["kernels", "known.json", "real.json", "tabs.mlir"])


if __name__ == "__main__":
    cli.main()
