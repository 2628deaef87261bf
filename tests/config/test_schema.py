"""fencepost.schema.json: the committed file is what the tables make, and it agrees with the parser on what is a configuration."""
import json
import os
import pathlib
import re
import unittest
import cli

ROOT = cli.HERE.parent.parent
COMMITTED = ROOT / "fencepost.schema.json"
PAGE = ROOT / "docs" / "configuration.md"
MARKS = ("<!-- keys: written from the table of keys -->\n", "<!-- end -->")
try:
    import jsonschema
except ImportError:
    jsonschema = None

GOOD = [
    {}, {"$schema": "x"}, {"target": "gfx942"}, {"target": "gfx942:xnack-"}, {"target": "sm_90a"}, {"block": [1]}, {"block": [256, 2, 1]},
    {"select": ["all"]}, {"ignore": ["missing-barrier", "wide-fence"]}, {"levels": {"wide-fence": "off", "unknown-op": "error", "redundant-barrier/merge": "off"}}, {"ldsDma": "explicit"},
    {"strategy": "disjoint"}, {"exclude": ["a/", "!a/b", ""]}, {"perFile": {"*.mlir": {"target": "gfx950", "block": [64], "strategy": "target"}}},
    {"ops": [{"name": "acme.a", "effect": "barrier"}, {"name": "acme.b.", "like": "memref.load", "reads": 2, "note": "why"}]},
]
BAD = [
    [], {"tagret": "gfx942"}, {"target": 3}, {"block": []}, {"block": [0]}, {"block": [1.5]}, {"block": [1, 2, 3, 4]}, {"block": [65537]}, {"select": "all"},
    {"select": [1]}, {"ignore": ["missing-barier"]}, {"levels": {"missing-barier": "error"}}, {"levels": {"missing-barrier": "warn"}}, {"levels": {"missing-barrier/merge": "error"}}, {"ignore": ["redundant-barrier/merge"]}, {"levels": []},
    {"ldsDma": "fence"}, {"strategy": ""}, {"exclude": [1]}, {"perFile": {"*": {"exclude": []}}}, {"perFile": {"*": 1}}, {"perFile": {"*": {"tagret": 1}}},
    {"ops": {}}, {"ops": [{"effect": "read"}]}, {"ops": [{"name": "acme.a"}]}, {"ops": [{"name": "acme.a", "effect": "raed"}]},
    {"ops": [{"name": "acme.a", "effect": "read", "read": 1}]}, {"$schema": 1},
]


def keys_table(schema):
    rows = ["| key | in `perFile` | what it does |\n", "|---|---|---|\n"]
    for key, value in schema["properties"].items():
        rows.append(f"| `{key}` | {'yes' if key in schema['$defs']['perFile']['properties'] else 'no'} | {value['description']} |\n")
    return "".join(rows)


class Schema(cli.TestCase):
    def setUp(self):
        super().setUp()
        self.text = self.run_program("config", "--schema").out
        self.schema = json.loads(self.text)

    def test_committed_files_are_fresh(self):
        page = PAGE.read_text()
        head, tail = page.index(MARKS[0]) + len(MARKS[0]), page.index(MARKS[1])
        fresh = page[:head] + keys_table(self.schema) + page[tail:]
        if os.environ.get("UPDATE_GOLDENS"):
            COMMITTED.write_text(self.text)
            PAGE.write_text(fresh)
            page = fresh
        self.assertEqual(COMMITTED.read_text(), self.text, "build the target update-goldens")
        self.assertEqual(page, fresh, "build the target update-goldens")

    def test_parser_takes_what_is_good_and_refuses_what_is_not(self):
        for config in GOOD:
            self.write("fencepost.json", json.dumps(config))
            self.assertEqual(self.run_program("config").code, cli.CLEAN, config)
        for config in BAD:
            self.write("fencepost.json", json.dumps(config))
            self.assertEqual(self.run_program("config").code, cli.FAILED, config)

    @unittest.skipUnless(jsonschema, "skipped: no jsonschema")
    def test_schema_agrees_with_the_parser(self):
        jsonschema.Draft202012Validator.check_schema(self.schema)
        validator = jsonschema.Draft202012Validator(self.schema)
        for config in GOOD:
            self.assertEqual([error.message for error in validator.iter_errors(config)], [], config)
        for config in BAD:
            self.assertFalse(validator.is_valid(config), config)

    def test_rules_and_chips_are_offered(self):
        rules = [row["name"] for row in json.loads(self.run_program("explain", "--output-format", "json").out)]
        self.assertEqual(self.schema["$defs"]["rule"]["enum"], rules)
        chips = [row["chip"] for row in json.loads(self.run_program("targets", "--output-format", "json").out)]
        self.assertEqual(self.schema["$defs"]["target"]["anyOf"][0]["enum"], chips)
        for chip in chips:
            self.assertRegex(chip, self.schema["$defs"]["target"]["anyOf"][1]["pattern"])
        self.assertTrue(all(value["description"] for value in self.schema["properties"].values()))

    def test_contradictions(self):
        for config, line in (
            ('{"select": ["wide-fence", "missing-barrier"],\n"ignore": ["missing-barrier"]}', 2),
            ('{"levels": {"wide-fence": "error"},\n\n"ignore": ["wide-fence"]}', 3),
            ('{"target": "gfx942",\n"target": "gfx950"}', 2),
            ('{"perFile": {"*":\n{"select": ["wide-fence"], "ignore": ["wide-fence"]}}}', 2),
        ):
            self.write("fencepost.json", config)
            self.assert_one_line(self.run_program("config"), f"fencepost.json:{line}: ")
        self.write("fencepost.json", '{"select": ["all"], "ignore": ["wide-fence"], "perFile": {"*": {"ignore": ["missing-barrier"]}}}')
        self.assertEqual(self.run_program("config").code, cli.CLEAN)
        self.copy("race.mlir")
        for options in (("--config", "fencepost.json", "--no-config"), ("-q", "-v")):
            self.assert_one_line(self.lint("race.mlir", *options), "exclude")
        self.assert_one_line(self.run_program("lsp", "--pipe", "/nowhere", "--port", "1"), "--pipe", "--port", "exclude")

    def test_schema_of_a_newer_version(self):
        self.write("fencepost.json", '{"$schema": "https://example.org/v99.1.0/fencepost.schema.json", "target": "gfx942"}')
        self.assertEqual(self.run_program("config").code, cli.CLEAN)
        self.write("fencepost.json", '{"$schema": "https://example.org/v99.1.0/fencepost.schema.json", "sparkle": 1}')
        self.assert_one_line(self.run_program("config"), '"sparkle"', "99.1.0", "this is " + re.search(r"[0-9.]+", self.run_program("--version").out)[0])
        self.write("fencepost.json", '{"$schema": "https://example.org/v0.0.1/fencepost.schema.json", "sparkle": 1}')
        self.assertNotIn("0.0.1", self.run_program("config").err)


if not jsonschema:
    print("skipped in part: no jsonschema")
cli.main()
