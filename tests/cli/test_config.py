"""fencepost.json: which one holds, what it may say, and what happens when it is wrong."""
import json
import pathlib
import cli


class Config(cli.TestCase):
    def setUp(self):
        super().setUp()
        self.copy("race.mlir", "clean.mlir")

    def levels(self, *arguments, file="race.mlir", **more):
        return {f["rule"]: f["level"] for f in self.findings(file, "--min-level", "hint", *arguments, **more)["findings"]}

    def test_rules_and_levels(self):
        hazard = self.levels()["missing-barrier"]  # its proof decides
        self.assertEqual(self.levels(), {"missing-barrier": hazard, "redundant-barrier": "warning"})
        for config, expected in [
            ('{"ignore": ["missing-barrier"]}', {"redundant-barrier": "warning"}),
            ('{"select": ["missing-barrier"]}', {"missing-barrier": hazard}),
            ('{"select": ["all"], "ignore": ["redundant-barrier"]}', {"missing-barrier": hazard}),
            ('{"levels": {"redundant-barrier": "hint"}}', {"missing-barrier": hazard, "redundant-barrier": "hint"}),
            ('{"levels": {"redundant-barrier": "off"}}', {"missing-barrier": hazard}),
            ('{"levels": {"missing-barrier": "warning"}}', {"missing-barrier": "warning", "redundant-barrier": "warning"}),
            ('{"perFile": {"race.mlir": {"ignore": ["missing-barrier"]}, "c*.mlir": {"ignore": ["all"]}}}', {"redundant-barrier": "warning"}),
            ('{"$schema": "./fencepost.schema.json"}', {"missing-barrier": hazard, "redundant-barrier": "warning"}),
            ("{}", {"missing-barrier": hazard, "redundant-barrier": "warning"}),
        ]:
            with self.subTest(config):
                self.write("fencepost.json", config)
                self.assertEqual(self.levels(), expected)

    def test_command_line_wins(self):
        self.write("fencepost.json", '{"select": ["missing-barrier"], "target": "gfx1201"}')
        self.assertEqual(set(self.levels("--select", "redundant-barrier")), {"redundant-barrier"})
        self.assertEqual(set(self.levels("--extend-select", "redundant-barrier")), {"missing-barrier", "redundant-barrier"})
        self.assertEqual(set(self.levels("--no-config")), {"missing-barrier", "redundant-barrier"})
        self.assertEqual(set(self.levels("--ignore", "missing-barrier")), set())

    def test_nearest_holds(self):
        self.write("fencepost.json", '{"ignore": ["missing-barrier"]}')
        self.write("a/b/race.mlir", (self.folder / "race.mlir").read_bytes())
        self.assertEqual(set(self.levels(file="a/b/race.mlir")), {"redundant-barrier"})
        self.write("a/fencepost.json", '{"ignore": ["redundant-barrier"]}')
        self.assertEqual(set(self.levels(file="a/b/race.mlir")), {"missing-barrier"})
        self.assertEqual(set(self.levels("--config", "fencepost.json", file="a/b/race.mlir")), {"redundant-barrier"})
        text = (self.folder / "race.mlir").read_bytes()
        self.assertEqual(set(self.levels("--stdin-filename", "a/b/new.mlir", file="-", stdin=text)), {"missing-barrier"})

    def target_of(self, *arguments):
        return self.lint("plain.mlir", "--verbose", *arguments).err.splitlines()[0]

    def test_target_and_block(self):
        text = (self.folder / "clean.mlir").read_text().replace('[#rocdl.target<chip = "gfx942">] ', "")
        self.write("plain.mlir", text.replace("attributes {known_block_size = array<i32: 256, 1, 1>}", ""))
        self.assertIn("target generic", self.target_of())
        self.write("fencepost.json", '{"target": "gfx942", "block": [128, 2]}')
        self.assertIn("target gfx942 (", self.target_of())
        self.assertIn("block 128x2x1 (", self.target_of())
        self.assertIn("target gfx1201 (", self.target_of("--target", "gfx1201"))
        self.write("fencepost.json", '{"target": "gfx942", "perFile": {"plain.mlir": {"target": "sm_90"}}}')
        self.assertIn("target sm_90 (", self.target_of())
        self.write("plain.mlir", "// fencepost: target=gfx950\n" + text)
        self.assertIn("target gfx950 (", self.target_of())

    def test_levels_of_the_run(self):
        self.write("fencepost.json", '{"failLevel": "error", "levels": {"missing-barrier": "warning"}}')
        self.assertEqual(self.lint("race.mlir").code, cli.CLEAN)
        self.assertEqual(self.lint("race.mlir", "--fail-level", "warning").code, cli.FINDINGS)
        self.write("fencepost.json", '{"minLevel": "error", "levels": {"missing-barrier": "warning"}}')
        self.assertEqual(self.lint("race.mlir").out, "")
        self.assertEqual(len(self.findings("race.mlir", "--min-level", "warning")["findings"]), 2)
        self.write("fencepost.json", '{"perFile": {"c*.mlir": {"failLevel": "hint"}, "race.mlir": {"failLevel": "error", "ignore": ["missing-barrier"]}}}')
        self.assertEqual(self.lint("race.mlir").code, cli.CLEAN)

    def test_format_of_the_folder(self):
        self.write("fencepost.json", '{"outputFormat": "concise"}')
        self.assertEqual(self.lint("race.mlir").out, self.lint("race.mlir", "--no-config", "--output-format", "concise").out)
        self.assertTrue(self.lint("race.mlir", "--output-format", "json").out.startswith("{"))

    def test_baseline_of_the_folder(self):
        self.write("k/race.mlir", (self.folder / "race.mlir").read_bytes())
        self.write("k/fencepost.json", '{"baseline": "known.json"}')
        self.assert_one_line(self.lint("k"), "known.json", "no such file")
        self.assertEqual(self.lint("k", "--write-baseline", "k/known.json").code, cli.CLEAN)
        self.assertEqual(self.lint("k").code, cli.CLEAN)
        self.assertEqual(self.lint("k", "race.mlir").code, cli.FINDINGS)  # which another configuration holds for
        self.assertEqual(self.lint("race.mlir", cwd=self.folder / "k").code, cli.CLEAN)

    def test_extends(self):
        self.write("team/base.json", '{"extends": "more.json", "ignore": ["missing-barrier"], "perFile": {"k/*.mlir": {"target": "sm_90"}}}')
        self.write("team/more.json", '{"target": "gfx950", "levels": {"redundant-barrier": "hint"}}')
        self.write("p/fencepost.json", '{"extends": "../team/base.json"}')
        self.write("p/k/race.mlir", (self.folder / "race.mlir").read_bytes())
        self.write("p/race.mlir", (self.folder / "race.mlir").read_bytes())
        self.assertEqual(self.levels(file="p/race.mlir"), {"redundant-barrier": "hint"})
        shown = json.loads(self.run_program("config", "p/race.mlir", "--output-format", "json").out)["values"]["target"]
        self.assertEqual((shown["value"], shown["line"], pathlib.Path(shown["config"]).name), ("gfx950", 1, "more.json"))
        inside = json.loads(self.run_program("config", "p/k/race.mlir", "--output-format", "json").out)["values"]["target"]
        self.assertEqual(inside["value"], "sm_90")  # globs count from the folder of the file that extends
        self.write("p/fencepost.json", '{"extends": "../team/base.json", "target": "gfx1201", "select": ["missing-barrier"], "ignore": []}')
        shown = json.loads(self.run_program("config", "p/race.mlir", "--output-format", "json").out)["values"]["target"]
        self.assertEqual(shown["value"], "gfx1201")

    def test_extends_mistakes(self):
        for base, words in (('{"extends": "fencepost.json"}', ["base.json:1: ", "circle"]), ('{"tagret": "x"}', ["base.json:1: ", '"target"']),
                            ('{"extends": "nowhere.json"}', ["base.json:1: ", "no such file"])):
            self.write("base.json", base)
            self.write("fencepost.json", '{"extends": "base.json"}')
            self.assert_one_line(self.lint("race.mlir"), *words)
        entries = ", ".join(f'"{i}.mlir": {{}}' for i in range(40))
        self.write("base.json", f'{{"perFile": {{{entries}}}}}')
        self.write("fencepost.json", f'{{"extends": "base.json", "perFile": {{{entries}}}}}')
        self.assert_one_line(self.lint("race.mlir"), "fencepost.json:1: ", "more than 64")

    def test_mistakes(self):
        for config, line, words in [
            ('{"tagret": "gfx942"}', 1, ['"tagret"', '"target"']),
            ('{\n\n"target": 3}', 3, ['"target"']),
            ('{"target": "gfx9421"}', 1, ['"gfx9421"']),
            ('{"target": "gfx924"}', 1, ['"gfx924"', "did you mean"]),
            ('{"select": ["foo"]}', 1, ['"foo"', "'fencepost explain' lists the rules"]),
            ('{"select": "all"}', 1, ['"select"', "list"]),
            ('{"ignore": ["missing-barier"]}', 1, ['"missing-barier"', '"missing-barrier"']),
            ('{"levels": {\n"missing-barrier": "warn"}}', 2, ['"missing-barrier"', '"warning"']),
            ('{"levels": {\n"missing-barier": "error"}}', 2, ['"missing-barier"', '"missing-barrier"']),
            ('{"block": [0]}', 1, ['"block"']),
            ('{"block": [1, 2, 3, 4]}', 1, ['"block"']),
            ('{"block": [1.5]}', 1, ['"block"']),
            ('{"ldsDma": "fence"}', 1, ['"ldsDma"', '"fenced"']),
            ('{"exclude": [1]}', 1, ['"exclude"']),
            ('{"failLevel": "off"}', 1, ['"failLevel"', '"warning"']),
            ('{"minLevel": 1}', 1, ['"minLevel"', '"warning"']),
            ('{"outputFormat": "sarf"}', 1, ['"outputFormat"', '"sarif"']),
            ('{"rulePages": "docs/rules"}', 1, ['"rulePages"', "URL"]),
            ('{"baseline": ""}', 1, ['"baseline"', "path"]),
            ('{"extends": 1}', 1, ['"extends"', "path"]),
            ('{"extends": "fencepost.json"}', 1, ['"extends"', "circle"]),
            ('{"extends": "no.json"}', 1, ['"extends"', "no such file"]),
            ('{"perFile": {"*": {"baseline": "x"}}}', 1, ['"baseline"']),
            ('{"perFile": {"*":\n {"target": "gfx942",\n  "tagret": 1}}}', 3, ['"tagret"', '"target"']),
            ('{"perFile": {"*": {"exclude": []}}}', 1, ['"exclude"']),
            ('{"perFile": {"*": 1}}', 1, ['"*"']),
            ('{"a \\" : b": {"c": 1}}', 1, ["unknown key"]),
            ('{"target": "gfx942",\n}', 2, ["JSON"]),
            ("{", 1, ["JSON"]),
            ("", 1, ["JSON"]),
            ("[]", 1, ["object"]),
            ("{} x", 1, ["JSON"]),
            ('{"target": "gfx942"}\0', 1, ["JSON"]),
            ("[" * 100000, 1, ["JSON"]),
        ]:
            with self.subTest(config[:60]):
                self.write("fencepost.json", config)
                self.assert_one_line(self.lint("race.mlir"), f"fencepost.json:{line}: ", *words)
                self.assert_one_line(self.lint("."), f"fencepost.json:{line}: ")
                self.assert_one_line(self.run_program("dump", "race.mlir"), f"fencepost.json:{line}: ")

    def test_files_that_are_none(self):
        self.assert_one_line(self.lint("race.mlir", "--config", "no.json"), "no.json", "no such file")
        (self.folder / "fencepost.json").mkdir()
        self.assert_one_line(self.lint("race.mlir"), "fencepost.json", "a folder, not a file")
        self.assertEqual(self.lint("race.mlir", "--no-config").code, cli.FINDINGS)


cli.main()
