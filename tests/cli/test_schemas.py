"""Reports, and the recipes that hand them on, by the schemas of those who read them: SARIF, JUnit, GitLab, workflows, hooks.

`./dev check` fetches the schemas into .cache/schemas; without them this is skipped."""
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOOLS = ROOT / ".cache" / "schemas"
PYTHON = TOOLS / "bin" / "python"
SARIF, JUNIT = TOOLS / "npm/lib/schemas/sarif-2.1.0-rtm.5.json", TOOLS / "npm/test/resources/jenkins-junit.xsd"
if not all(path.exists() for path in (PYTHON, SARIF, JUNIT)):
    print("skipped: no schemas; ./dev check fetches them")
    sys.exit(77)
if pathlib.Path(sys.prefix).resolve() != TOOLS.resolve():
    os.execv(PYTHON, [str(PYTHON), "-B", *sys.argv])

import json

import jsonschema
import xmlschema
import yaml

import cli

# The fields that GitLab's documentation of code quality reports asks for.
GITLAB = {
    "type": "array",
    "items": {
        "type": "object", "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1}, "check_name": {"type": "string", "minLength": 1}, "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {"type": "object", "required": ["path", "lines"], "properties": {
                "path": {"type": "string", "pattern": "^(?!\\./|/)"},
                "lines": {"type": "object", "required": ["begin"], "properties": {"begin": {"type": "integer", "minimum": 1}}}}}}}}


class Schemas(cli.TestCase):
    def setUp(self):
        super().setUp()
        self.copy("race.mlir", "clean.mlir", "wide.mlir", "tabs.mlir", "control.mlir", "broken.mlir", "suppressed.mlir")
        os.rename(self.folder / "tabs.mlir", self.folder / "a b,c:d%é.mlir")

    def report(self, form, *paths):
        return self.lint(*(paths or (".",)), "--output-format", form, "--min-level", "hint").raw_out.decode()

    def test_sarif(self):
        validator = jsonschema.Draft7Validator(json.loads(SARIF.read_text()))
        for paths in ((), ("clean.mlir",)):
            log = json.loads(self.report("sarif", *paths))
            self.assertEqual([error.message for error in validator.iter_errors(log)], [])
        log = json.loads(self.report("sarif"))
        log["runs"][0]["results"][0]["level"] = "fatal"
        self.assertTrue(list(validator.iter_errors(log)), "the schema sees a fault")

    def test_junit(self):
        schema = xmlschema.XMLSchema(str(JUNIT))
        for paths in ((), ("clean.mlir",)):
            self.assertEqual([str(error.reason) for error in schema.iter_errors(self.report("junit", *paths))], [])
        self.assertFalse(schema.is_valid(self.report("junit").replace("<testsuite name=", "<testsuite title=", 1)), "the schema sees a fault")

    def test_gitlab(self):
        validator = jsonschema.Draft202012Validator(GITLAB)
        report = json.loads(self.report("gitlab"))
        self.assertGreater(len(report), 5)
        self.assertEqual([error.message for error in validator.iter_errors(report)], [])


class Recipes(cli.TestCase):
    """The blocks of docs/ci.md, put where they belong."""

    def blocks(self):
        page = (ROOT / "docs/ci.md").read_text()
        return [yaml.safe_load(block) for block in re.findall(r"^```yaml\n(.*?)^```", page, re.S | re.M)]

    def check(self, schema, name, content):
        path = self.write(name, yaml.safe_dump(content))
        done = subprocess.run([PYTHON, "-m", "check_jsonschema", "--builtin-schema", schema, str(path)], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_workflows(self):
        steps = [step for block in self.blocks() if isinstance(block, list) for step in block]
        self.assertGreaterEqual(len(steps), 3)
        self.check("vendor.github-workflows", "workflow.yml", {"name": "lint", "on": "push", "jobs": {"lint": {"runs-on": "ubuntu-latest", "steps": steps}}})

    def test_gitlab(self):
        (job,) = [block for block in self.blocks() if isinstance(block, dict) and "fencepost" in block]
        self.check("vendor.gitlab-ci", ".gitlab-ci.yml", job)

    def test_hooks(self):
        configs = [block for block in self.blocks() if isinstance(block, dict) and "repos" in block]
        self.assertEqual(len(configs), 2)
        for config in configs:
            path = self.write("config.yaml", yaml.safe_dump(config))
            done = subprocess.run([PYTHON, "-m", "pre_commit", "validate-config", str(path)], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout)

    def test_commands(self):
        """Each `fencepost` command line of the page is one that the program takes."""
        self.copy("clean.mlir")
        (self.folder / "kernels").mkdir()
        os.rename(self.folder / "clean.mlir", self.folder / "kernels" / "clean.mlir")
        page = (ROOT / "docs/ci.md").read_text()
        commands = re.findall(r"^\s*(?:- run: |- )?fencepost (lint [^|\n]*)", page, re.M)
        self.assertGreaterEqual(len(commands), 5)
        for command in commands:
            self.assertEqual(self.run_program(*command.split()).code, cli.CLEAN, command)


cli.main()
