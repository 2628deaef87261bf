"""editors/vscode/package.json: a setting for each key of fencepost.json, commands and files that exist, the project's version."""
import json
import os
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "editors" / "vscode"
PACKAGE = json.loads((FOLDER / "package.json").read_text())
SCHEMA = json.loads((ROOT / "fencepost.schema.json").read_text())
IN_THE_FILE_ONLY = {"$schema", "baseline", "extends", "failLevel", "outputFormat"}


def settings_of_schema():
    def inline(value):
        if isinstance(value, list):
            return [inline(item) for item in value]
        if not isinstance(value, dict):
            return value
        if "$ref" in value:
            return {**inline(SCHEMA["$defs"][value["$ref"].rsplit("/", 1)[1]]), **{k: v for k, v in value.items() if k not in ("$ref", "description")}}
        return {k: inline(v) for k, v in value.items() if k != "description"}

    for key, value in SCHEMA["properties"].items():
        if key not in IN_THE_FILE_ONLY:
            shape = {"type": "string", "default": ""} if key == "target" else inline(value)
            if shape.get("type") == "integer":
                shape = {**shape, "type": ["integer", "null"], "default": None}  # an untouched number would be 0
            shape.pop("minItems", None)  # an untouched list is empty: the settings page would mark it as wrong
            text = value["description"]
            yield f"fencepost.{key}", {**shape, "scope": "resource", "markdownDescription": text[0].upper() + text[1:] + ("" if text.endswith("?") else ".")}


class Package(unittest.TestCase):
    def test_settings_are_those_of_the_schema(self):
        settings = PACKAGE["contributes"]["configuration"]["properties"]
        expected = dict(settings_of_schema())
        if os.environ.get("UPDATE_GOLDENS"):
            settings.update(expected)
            (FOLDER / "package.json").write_text(json.dumps(PACKAGE, indent=2, ensure_ascii=False) + "\n")
        self.assertEqual({key: settings.get(key) for key in expected}, expected, "build the target update-goldens")
        for key, value in settings.items():
            self.assertTrue(value.get("markdownDescription"), key)

    def test_settings_that_the_code_reads_are_declared(self):
        code = "".join(path.read_text() for path in (FOLDER / "src").glob("*.ts"))
        keys = re.findall(r'(?:settings|getConfiguration\("fencepost"\))\.get(?:<[^(]*>)?\("([\w.]+)"', code)
        self.assertGreater(len(keys), 2)
        self.assertLessEqual({f"fencepost.{key}" for key in keys}, set(PACKAGE["contributes"]["configuration"]["properties"]))

    def test_version(self):
        header = (ROOT / "analysis/include/fencepost.h").read_text()
        self.assertEqual(PACKAGE["version"], re.search(r'FENCEPOST_VERSION "(.*?)"', header)[1])
        self.assertIn(f"## {PACKAGE['version']}", (FOLDER / "CHANGELOG.md").read_text())

    def test_commands_are_registered(self):
        declared = {row["command"] for row in PACKAGE["contributes"]["commands"]}
        code = (FOLDER / "src/extension.ts").read_text()
        for_links = {"fencepost.goToLine"}  # rows of the picture; nobody calls it by its name
        self.assertEqual(declared | for_links, set(re.findall(r'registerCommand\("([^"]+)"', code)))
        used = {row["command"] for rows in PACKAGE["contributes"]["menus"].values() for row in rows}
        for step in PACKAGE["contributes"]["walkthroughs"][0]["steps"]:
            used |= {name for name in re.findall(r"command:([\w.]+)", step["description"]) if name.startswith("fencepost.")}
        self.assertLessEqual(used, declared)

    def test_files_exist(self):
        made = {"./out/extension.js", "./fencepost.schema.json"}  # by ./dev vsix
        text = json.dumps(PACKAGE["contributes"]) + json.dumps([PACKAGE["main"], PACKAGE["icon"]])
        for name in re.findall(r'"(\./[^"]+|(?:images|walkthrough)/[^"]+)"', text):
            self.assertTrue(name in made or (FOLDER / name).is_file(), name)

    def test_grammar_and_snippets(self):
        grammar = json.loads((FOLDER / "syntaxes/mlir.tmLanguage.json").read_text())
        for row in grammar["patterns"]:
            for key in ("match", "begin", "end"):
                re.compile(row.get(key, ""))
        for name, row in json.loads((FOLDER / "snippets/mlir.json").read_text()).items():
            self.assertTrue(row["prefix"] and row["body"] and row["description"], name)

    def test_lock_names_no_host(self):
        self.assertNotRegex((FOLDER / "package-lock.json").read_text(), r'"resolved"')


sys.exit(unittest.main())
