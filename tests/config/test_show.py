"""fencepost config and fencepost doctor: each value with who decided it, whatever state the configuration is in."""
import json
import os
import stat
import cli

CONFIG = """{
  "target": "gfx942",
  "ignore": ["wide-fence"],
  "levels": {
    "unwaited-copy": "hint"
  },
  "exclude": ["old/"],
  "perFile": {
    "r*.mlir": {"block": [64, 2], "strategy": "minimal"},
    "race.mlir": {"block": [128]}
  }
}
"""


class Show(cli.TestCase):
    def setUp(self):
        super().setUp()
        self.write("fencepost.json", CONFIG)

    def shown(self, path, *arguments):
        return json.loads(self.run_program("config", path, "--output-format", "json", *arguments).out)

    def test_each_value_says_where_it_comes_from(self):
        shown = self.shown("other.mlir")
        self.assertEqual(shown["config"], str(self.folder / "fencepost.json"))
        self.assertEqual(shown["values"], {
            "target": {"value": "gfx942", "from": "file", "line": 2},
            "block": {"value": None, "from": "default"},
            "barriers": {"value": "auto", "from": "default"},
            "ldsDma": {"value": "fenced", "from": "default"},
            "mlir": {"value": None, "from": "default"},
            "strategy": {"value": "target", "from": "default"},
            "failLevel": {"value": "warning", "from": "default"},
            "minLevel": {"value": None, "from": "default"},
            "baseline": {"value": None, "from": "default"},
            "outputFormat": {"value": None, "from": "default"},
            "rulePages": {"value": None, "from": "default"},
        })
        self.assertEqual(shown["rules"]["wide-fence"], {"level": "off", "from": "file", "line": 3})
        self.assertEqual(shown["rules"]["unwaited-copy"], {"level": "hint", "from": "file", "line": 5})
        self.assertEqual(shown["rules"]["racing-store"]["from"], "default")

    def test_per_file_and_the_later_wins(self):
        values = self.shown("race.mlir")["values"]
        self.assertEqual(values["block"], {"value": [128, 1, 1], "from": "perFile", "glob": "race.mlir", "line": 10})
        self.assertEqual(values["strategy"], {"value": "minimal", "from": "perFile", "glob": "r*.mlir", "line": 9})

    def test_command_line_wins(self):
        shown = self.shown("race.mlir", "--target", "gfx1201", "--ignore", "racing-store")
        self.assertEqual(shown["values"]["target"], {"value": "gfx1201", "from": "command line"})
        self.assertEqual(shown["rules"]["racing-store"], {"level": "off", "from": "command line"})
        self.assertEqual(self.shown("race.mlir", "--strategy", "target")["values"]["strategy"], {"value": "target", "from": "command line"})
        self.assertEqual(self.shown("race.mlir", "--no-config")["config"], None)

    def test_levels_of_variants(self):
        self.write("fencepost.json", '{"levels": {\n"redundant-barrier/merge": "off"}}')
        rules = self.shown("race.mlir")["rules"]
        self.assertEqual(rules["redundant-barrier/merge"], {"level": "off", "from": "file", "line": 2})
        self.assertEqual(rules["redundant-barrier"]["from"], "default")
        self.assertRegex(self.run_program("config").out, r"(?m)^redundant-barrier/merge +off +fencepost.json:2$")
        self.write("fencepost.json", '{"levels": {\n"redundant-barrier/marge": "off"}}')
        self.assert_one_line(self.run_program("config"), "fencepost.json:2: ", 'did you mean "redundant-barrier/merge"?')

    def test_text(self):
        text = self.run_program("config", "race.mlir").out
        self.assertIn("race.mlir: configured by fencepost.json\n", text)
        self.assertRegex(text, r'(?m)^block +\[128, 1, 1\] +fencepost.json:10, for "race.mlir"$')
        self.assertRegex(text, r"(?m)^wide-fence +off +fencepost.json:3$")
        self.assertIn("excludes it", self.run_program("config", "old/a.mlir").out)
        self.assertIn("configured by fencepost.json", self.run_program("config").out)
        (self.folder / "fencepost.json").unlink()
        self.assertIn("no fencepost.json", self.run_program("config").out)

    def test_excluded_files_that_are_named(self):
        self.write("old/race.mlir", (cli.HERE / "files" / "race.mlir").read_bytes())
        self.assertEqual(self.lint("old/race.mlir").code, cli.FINDINGS)
        for command in ("lint", "fix"):
            self.assertEqual(self.run_program(command, "--force-exclude", "old/race.mlir").code, cli.CLEAN)
        self.assertEqual((self.folder / "old/race.mlir").read_bytes(), (cli.HERE / "files" / "race.mlir").read_bytes())

    def test_broken(self):
        self.write("fencepost.json", '{\n"tagret": 1}')
        self.assert_one_line(self.run_program("config", "race.mlir"), "fencepost.json:2: ", '"target"')


class Doctor(cli.TestCase):
    def test_all_is_well(self):
        self.copy("race.mlir")
        self.write("fencepost.json", CONFIG)
        result = self.run_program("doctor", "race.mlir")
        self.assertEqual((result.code, result.err), (cli.CLEAN, ""))
        for words in (r"^fencepost \d+\.\d+\.\d+$", r"libraries +libuv \d.*, cJSON [\d.]+$", rf"folder +.*{self.folder.name}", r"file +/.*fencepost\.json",
                      r"wide-fence +off +fencepost\.json:3", r"kernel exchange", r"target +gfx942 \(attribute", r"errors +1$"):
            self.assertRegex(result.out, f"(?m){words}")

    def test_it_shows_what_is_broken_and_goes_on(self):
        self.write("fencepost.json", '{"target": 3}')
        self.copy("race.mlir")
        result = self.run_program("doctor", "race.mlir")
        self.assertEqual(result.code, cli.FAILED)
        self.assertIn('broken        fencepost.json:1: "target" must be', result.out)
        self.assertIn("libuv", result.out)
        result = self.run_program("doctor", "no.mlir", "--no-config")
        self.assertEqual(result.code, cli.FAILED)
        self.assertIn("no.mlir: no such file", result.err)

    def test_another_program_on_the_path(self):
        program = self.write("bin/fencepost", "#!/bin/sh\n")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        self.assertIn(f"on PATH       {program}, another program", self.run_program("doctor", env={"PATH": f"/nowhere:{program.parent}"}).out)
        self.assertIn("on PATH       this program", self.run_program("doctor", env={"PATH": os.path.dirname(cli.PROGRAM)}).out)
        self.assertIn("no fencepost", self.run_program("doctor", env={"PATH": "/nowhere"}).out)


cli.main()
