"""Pages of the documentation: links lead somewhere, and what is to be copied from them is well-formed."""
import json
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("editors/**/*.md"), *ROOT.glob("grammar/*.md")]
PAGES = [page for page in PAGES if "node_modules" not in page.parts]


def anchors(page):
    """Of headings, as renderers make them."""
    for title in re.findall(r"^#+ (.*)$", page.read_text(), re.M):
        yield re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


class Pages(unittest.TestCase):
    def test_links(self):
        seen = 0
        for page in PAGES:
            text = re.sub(r"```.*?```", "", page.read_text(), flags=re.S)
            for target in re.findall(r"\]\(([^)\s]+)\)", text):
                if re.match(r"[a-z]+:", target):
                    continue
                path, _, anchor = target.partition("#")
                file = (page.parent / path).resolve() if path else page
                seen += 1
                self.assertTrue(file.exists(), f"{page}: {target}")
                if anchor:
                    self.assertIn(anchor, set(anchors(file)), f"{page}: {target}")
        self.assertGreater(seen, 30)

    def test_every_step_of_the_decision_is_told(self):
        header = (ROOT / "analysis/include/fencepost.h").read_text()
        steps = re.findall(r'^    X\([A-Z]+, "(\w+)", "(.*?)"\)', header, re.M)
        self.assertGreater(len(steps), 15)
        table = re.findall(r"^\| `(\w+)` \| (.*) \|$", (ROOT / "docs/how-it-decides.md").read_text(), re.M)
        self.assertEqual(table, steps)

    def blocks(self, language):
        for page in PAGES:
            for block in re.findall(rf"^ *```{language}\n(.*?)^ *```", page.read_text(), re.S | re.M):
                yield page, block

    def test_json(self):
        count = 0
        for page, block in self.blocks("json"):
            json.loads(block)
            count += 1
        self.assertGreaterEqual(count, 5)

    def test_toml(self):
        try:
            import tomllib
        except ImportError:
            self.skipTest("skipped: no tomllib")
        names = [name for _, block in self.blocks("toml") for name in tomllib.loads(block)]
        self.assertIn("language-server", names)


sys.exit(unittest.main())
