"""What a picture draws agrees with what is found: two accesses that an error names as unordered are never drawn as ordered, and each error of a kernel stands in its picture."""
import html
import json
import os
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = os.environ["FENCEPOST"]
TIMEOUT_S = 900
WINDOW = re.compile(r"<title>(?:RAW|WAR|WAW): [^<]*? on line (\d+)[^<]*? on line (\d+)(, [^<]*iterations? of the loop)?[^<]*?(; ordered[^<]*)?</title>")


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments, "--no-config"], cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT_S, stdin=subprocess.DEVNULL).stdout


def line(place):
    return place["range"]["start"]["line"]


class Agrees(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        errors = {}
        for finding in json.loads(run("lint", "tests/rules", "--output-format", "json", "--no-fixes", "--exit-zero"))["findings"]:
            if finding["level"] == "error" and finding.get("kernel"):
                errors.setdefault(finding["file"], []).append(finding)
        cls.pages = [(name, found, run("show", name, "--format", "html")) for name, found in errors.items() if any("hazard" in finding for finding in found)]

    def test_no_pair_of_an_error_is_drawn_ordered(self):
        drawn = 0
        for name, found, page in self.pages:
            windows = {}
            for first, then, later, ordered in WINDOW.findall(page):
                windows.setdefault(frozenset((int(first), int(then))), []).append((bool(later), bool(ordered)))
            for finding in found:
                for place in finding.get("related", []):
                    if "hazard" not in finding or place.get("role") != "producer":
                        continue
                    these = windows.get(frozenset((line(place), line(finding))), [])
                    drawn += len(these) > 0
                    with self.subTest(name, consumer=line(finding), producer=line(place)):
                        # round a loop one pair may be ordered in one iteration and not in another
                        self.assertTrue(not these or not all(ordered for _, ordered in these))
                        self.assertFalse(not any(later for later, _ in these) and any(ordered for _, ordered in these))
        self.assertGreater(drawn, 100)

    def test_each_error_stands_in_the_picture(self):
        for name, found, page in self.pages:
            words = re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", page)))
            for finding in found:
                with self.subTest(name, line=line(finding)):
                    self.assertIn(re.sub(r"\s+", " ", finding["short"]), words)

    def test_both_ends_of_a_race_between_workgroups_are_explained(self):
        name = "tests/rules/missing-barrier/cluster_parts_held.mlir"
        for place in (10, 13):
            self.assertIn("unordered in the run of the streams: nothing makes one of the two wait for the other", run("explain", "--at", f"{name}:{place}"))


if __name__ == "__main__":
    unittest.main()
