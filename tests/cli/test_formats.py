"""Reports for other programs: the same findings as in JSON, in the shape each of them reads."""
import json
import os
import re
import urllib.parse
import xml.etree.ElementTree as xml
import cli

NOTE_OF = {"error": "error", "warning": "warning", "information": "note", "hint": "note"}
ANNOTATION = re.compile(r"::(?P<command>error|warning|notice) file=(?P<file>[^,:]*),line=(?P<line>\d+),endLine=(?P<end>\d+)"
                        r"(?:,col=(?P<column>\d+),endColumn=\d+)?,title=(?P<title>[^,:]*)::(?P<message>.*)")


class Formats(cli.TestCase):
    def setUp(self):
        super().setUp()
        self.copy("race.mlir", "clean.mlir", "wide.mlir", "tabs.mlir", "control.mlir")
        os.rename(self.folder / "tabs.mlir", self.folder / "a b,c:d%é.mlir")
        self.expected = self.findings(".")["findings"]
        self.assertGreater(len(self.expected), 3)

    def report(self, form, *arguments):
        return self.lint(*(arguments or (".",)), "--output-format", form).raw_out.decode("utf-8")

    def test_sarif(self):
        log = json.loads(self.report("sarif"))
        self.assertEqual(log["version"], "2.1.0")
        run = log["runs"][0]
        rules = run["tool"]["driver"]["rules"]
        self.assertEqual(run["columnKind"], "unicodeCodePoints")
        self.assertEqual(len(run["results"]), len(self.expected))
        for result, finding in zip(run["results"], self.expected):
            self.assertEqual(result["ruleId"], finding["rule"])
            self.assertEqual(rules[result["ruleIndex"]]["id"], finding["rule"])
            self.assertEqual(result["level"], NOTE_OF[finding["level"]])
            self.assertEqual(result["message"]["text"], finding["message"])
            place = result["locations"][0]["physicalLocation"]
            self.assertEqual(urllib.parse.unquote(place["artifactLocation"]["uri"]), finding["file"])
            self.assertEqual((place["region"]["startLine"], place["region"]["startColumn"]), tuple(finding["range"]["start"].values()))
            self.assertEqual(len(result.get("relatedLocations", [])), len(finding["related"]))
            self.assertEqual(len(result.get("fixes", [])), len(finding["fixes"]))

    def test_sarif_links_to_the_pages(self):
        for key in ("helpUri", "informationUri"):
            self.assertNotIn(key, self.report("sarif"))
        self.write("fencepost.json", '{"rulePages": "https://example.org/rules"}')
        driver = json.loads(self.report("sarif"))["runs"][0]["tool"]["driver"]
        self.assertEqual(driver["informationUri"], "https://example.org/rules")
        for rule in driver["rules"]:
            self.assertEqual(rule["helpUri"], f"https://example.org/rules/{rule['id']}.md")

    def test_github(self):
        lines = self.report("github").splitlines()
        self.assertEqual(len(lines), len(self.expected))
        for line, finding in zip(lines, self.expected):
            match = ANNOTATION.fullmatch(line)
            self.assertTrue(match, line)
            self.assertEqual(urllib.parse.unquote(match["file"]), finding["file"])
            self.assertEqual(int(match["line"]), finding["range"]["start"]["line"])
            self.assertEqual(match["title"], finding["rule"])
            message = match["message"].replace("%0A", "\n").replace("%0D", "\r").replace("%25", "%")
            self.assertEqual(message.split("\n")[0], finding["message"].split("\n")[0])

    def test_checkstyle(self):
        root = xml.fromstring(self.report("checkstyle"))
        self.assertEqual(root.tag, "checkstyle")
        found = [(file.get("name"), error) for file in root for error in file]
        self.assertEqual([(name, int(e.get("line")), int(e.get("column")), e.get("source")) for name, e in found],
                         [(f["file"], *f["range"]["start"].values(), "fencepost." + f["rule"]) for f in self.expected])
        self.assertLessEqual({e.get("severity") for _, e in found}, {"info", "warning", "error"})

    def test_rdjson(self):
        report = json.loads(self.report("rdjson"))
        self.assertEqual([(d["code"]["value"], d["location"]["path"], d["location"]["range"]["start"]["line"], d["message"]) for d in report["diagnostics"]],
                         [(f["rule"], f["file"], f["range"]["start"]["line"], f["message"]) for f in self.expected])
        self.assertLessEqual({d["severity"] for d in report["diagnostics"]}, {"INFO", "WARNING", "ERROR"})
        for diagnostic, finding in zip(report["diagnostics"], self.expected):
            line = (self.folder / finding["file"]).read_bytes().split(b"\n")[finding["range"]["start"]["line"] - 1]
            column = finding["range"]["start"]["column"]
            self.assertEqual(diagnostic["location"]["range"]["start"]["column"], len(line.decode("utf-8", "replace")[: column - 1].encode()) + 1)
            self.assertEqual(len(diagnostic.get("suggestions", [])), len([f for f in finding["fixes"] if len(f["edits"]) == 1]))

    def test_gitlab(self):
        report = json.loads(self.report("gitlab"))
        self.assertEqual([(r["check_name"], r["location"]["path"], r["location"]["lines"]["begin"]) for r in report],
                         [(f["rule"], f["file"], f["range"]["start"]["line"]) for f in self.expected])
        self.assertEqual(len({r["fingerprint"] for r in report}), len(report))
        self.assertLessEqual({r["severity"] for r in report}, {"info", "minor", "major", "critical", "blocker"})

    def test_paths_are_those_of_the_repository(self):
        """A code host does not know in which folder the program ran, nor what lies beside the repository."""
        for name in ("clean.mlir", "race.mlir"):
            self.write(f"work/sub/{name}", (self.folder / name).read_bytes())
        self.write("work/top.mlir", (self.folder / "race.mlir").read_bytes())
        (self.folder / "work/.git").mkdir()
        inside, root = self.folder / "work/sub", self.folder / "work"
        run = ["race.mlir", "../top.mlir", "../../race.mlir", "--select", "missing-barrier"]
        wanted = {"sub/race.mlir", "top.mlir", str(self.folder / "race.mlir")}

        def report(form, *arguments):
            return self.lint(*arguments, "--output-format", form, cwd=inside).raw_out.decode()

        self.assertEqual({urllib.parse.unquote(ANNOTATION.fullmatch(line)["file"]) for line in report("github", *run).splitlines()}, wanted)
        self.assertEqual({row["location"]["path"] for row in json.loads(report("gitlab", *run))}, wanted)
        log = json.loads(report("sarif", *run))["runs"][0]
        self.assertEqual(log["originalUriBaseIds"], {"%SRCROOT%": {"uri": "file://" + urllib.parse.quote(f"{root}/")}})
        for result in log["results"]:
            artifact = result["locations"][0]["physicalLocation"]["artifactLocation"]
            self.assertEqual(artifact.get("uriBaseId"), None if artifact["uri"].startswith("file:///") else "%SRCROOT%")
            self.assertIn(urllib.parse.unquote(artifact["uri"]).removeprefix("file://"), wanted)
        self.write("work/sub/words.mlir", "hello\n")
        self.assertIn("file=sub/words.mlir,", report("github", "words.mlir"))
        self.assertTrue(report("concise", "race.mlir").startswith("race.mlir:"), "people stand where they are")

    def test_junit(self):
        suites = xml.fromstring(self.report("junit").encode())
        failures = [failure for suite in suites for case in suite for failure in case]
        self.assertEqual([f.get("type") for f in failures], [f["level"] for f in self.expected])
        for suite in suites:
            self.assertEqual(int(suite.get("tests")), len(list(suite)))
            self.assertEqual(int(suite.get("failures")), sum(len(case) for case in suite))

    def test_clean_run(self):
        self.assertEqual(json.loads(self.report("sarif", "clean.mlir"))["runs"][0]["results"], [])
        self.assertEqual(json.loads(self.report("gitlab", "clean.mlir")), [])
        self.assertEqual(self.report("github", "clean.mlir"), "")
        suites = xml.fromstring(self.report("junit", "clean.mlir").encode())
        self.assertEqual([len(case) for suite in suites for case in suite], [0])

    def fingerprints(self):
        return [r["fingerprint"] for r in json.loads(self.report("gitlab", "race.mlir"))]

    def test_fingerprints_survive_edits_elsewhere(self):
        before = self.fingerprints()
        path = self.folder / "race.mlir"
        path.write_bytes(b"// one more line\n" + path.read_bytes())
        self.assertEqual(self.fingerprints(), before)


if __name__ == "__main__":
    cli.main()
