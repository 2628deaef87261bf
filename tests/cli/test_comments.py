"""Comments that steer: expected-*@ under --verify-diagnostics, and suppressions."""
import json
import subprocess
import cli

RACE = (cli.HERE / "files" / "race.mlir").read_text().splitlines(keepends=True)
STORE, LOAD, BARRIER = 8, 9, 10  # lines of race.mlir


def level_of_the_race():
    """The proof of the hazard decides between error and warning; these tests take either."""
    done = subprocess.run([cli.PROGRAM, "lint", "-", "--select", "missing-barrier", "--output-format", "json"], input="".join(RACE).encode(), capture_output=True)
    return json.loads(done.stdout)["findings"][0]["level"]


HAZARD = level_of_the_race()


def annotated(**comments):
    """race.mlir with comments at the end of lines (line8="..") or on lines of their own (before9="..")."""
    lines = []
    for number, line in enumerate(RACE, 1):
        lines += [f"    // {text}\n" for key, text in comments.items() if key == f"before{number}"]
        lines.append(line.rstrip("\n") + "".join(f" // {text}" for key, text in comments.items() if key == f"line{number}") + "\n")
    return "".join(lines)


class Verify(cli.TestCase):
    def verify(self, text, *arguments):
        self.write("a.mlir", text)
        return self.lint("a.mlir", "--verify-diagnostics", *arguments)

    ALL = {"line8": "expected-note {{}}", "line9": f"expected-{HAZARD} {{{{missing-barrier}}}}", "line10": "expected-warning {{redundant-barrier}}"}

    def test_all_expected(self):
        self.assertEqual(self.verify(annotated(**self.ALL)).code, cli.CLEAN)
        self.copy("clean.mlir")
        result = self.lint("a.mlir", "clean.mlir", "--verify-diagnostics")
        self.assertEqual((result.code, result.out, result.err), (cli.CLEAN, "", ""))

    def test_each_one_missing_fails(self):
        for key in self.ALL:
            result = self.verify(annotated(**{k: v for k, v in self.ALL.items() if k != key}))
            self.assertEqual(result.code, cli.FINDINGS)
            self.assertEqual(result.out.count("\n"), 1, result.out)
            self.assertIn(f"a.mlir:{key[4:]}:", result.out)
            self.assertIn("unexpected", result.out)

    def test_expected_but_not_reported(self):
        for extra in ("expected-error {{missing-barrier}}", "expected-hint {{redundant}}", "expected-error@-1 {{}}", "expected-note {{no such words}}"):
            result = self.verify(annotated(**self.ALL, line12=extra))
            self.assertEqual(result.code, cli.FINDINGS, extra)
            self.assertIn("was not reported", result.out)
            self.assertIn("a.mlir:12:", result.out)

    def test_words_must_occur(self):
        result = self.verify(annotated(**{**self.ALL, "line9": f"expected-{HAZARD} {{{{redundant-barrier}}}}"}))
        self.assertEqual(result.code, cli.FINDINGS)
        self.assertEqual(result.out.count("\n"), 2)

    def test_a_shared_note_is_expected_once(self):
        text = annotated(**self.ALL).replace("    gpu.barrier", f"    %s = memref.load %lds[%other] : memref<256xf32, 3> // expected-{HAZARD} {{{{missing}}}}\n    gpu.barrier")
        self.assertEqual(self.verify(text).out, "")

    def test_kinds_must_agree(self):
        self.assertEqual(self.verify(annotated(**{**self.ALL, "line10": "expected-error {{redundant-barrier}}"})).code, cli.FINDINGS)

    def test_places(self):
        for comments in (
            {"before10": f"expected-{HAZARD}@above {{{{missing-barrier}}}}"},
            {"before9": f"expected-{HAZARD}@below {{{{missing-barrier}}}}"},
            {"before9": f"expected-{HAZARD}@+1 {{{{missing-barrier}}}}"},
            {"before10": f"expected-{HAZARD}@-1 {{{{missing-barrier}}}}"},
            {"before8": f"expected-{HAZARD}@+2 {{{{missing-barrier}}}}"},
            {"line4": f"expected-{HAZARD}@+5 {{{{missing-barrier}}}}"},
        ):
            with self.subTest(comments):
                result = self.verify(annotated(**comments), "--select", "missing-barrier")
                self.assertEqual([line for line in result.out.splitlines() if "note" not in line], [])

    def test_several_lines_share_a_target(self):
        text = annotated(before9=f"expected-{HAZARD}@below {{{{missing}}}}\n    // expected-{HAZARD}@below {{{{barrier}}}}")
        result = self.verify(text, "--select", "missing-barrier")
        self.assertEqual(result.out.count("was not reported"), 1)  # one finding meets one expectation

    def test_several_on_a_line(self):
        text = annotated(line9=f"expected-{HAZARD} {{{{missing-barrier}}}} expected-note@-1 {{{{}}}}", line10="expected-warning {{redundant-barrier}}")
        self.assertEqual(self.verify(text).code, cli.CLEAN)

    def test_misspelt_expectations_fail(self):
        for wrong in ("expected-eror {{x}}", "expected-error@beneath {{x}}", "expected-error@+ {{x}}", "expected-error {x}", "expected-error {{x",
                      "expected-errors {{x}}", "expected-error"):
            result = self.verify(annotated(**self.ALL, line12=wrong))
            self.assertEqual(result.code, cli.FINDINGS, wrong)
            self.assertIn("a.mlir:12:", result.out)
            self.assertIn("not an expectation", result.out)

    def test_remark_is_information_or_hint(self):
        self.write("fencepost.json", '{"levels": {"redundant-barrier": "hint"}}')
        for kind, code in (("hint", cli.CLEAN), ("remark", cli.CLEAN), ("information", cli.FINDINGS), ("warning", cli.FINDINGS)):
            self.assertEqual(self.verify(annotated(**{**self.ALL, "line10": f"expected-{kind} {{{{redundant-barrier}}}}"})).code, code, kind)


class Suppress(cli.TestCase):
    def rules(self, text, *arguments):
        self.write("a.mlir", text)
        return [(f["range"]["start"]["line"], f["rule"]) for f in self.findings("a.mlir", *arguments)["findings"]]

    def test_end_of_line(self):
        self.assertEqual(self.rules(annotated(line9="fencepost: ignore[missing-barrier] for a reason")), [(BARRIER, "redundant-barrier")])

    def test_line_above(self):
        self.assertEqual(self.rules(annotated(before9="fencepost: ignore[missing-barrier]")), [(BARRIER + 1, "redundant-barrier")])

    def test_other_lines_do_not_count(self):
        self.assertEqual(self.rules(annotated(line8="fencepost: ignore[missing-barrier]")),
                         [(STORE, "unused-suppression"), (LOAD, "missing-barrier"), (BARRIER, "redundant-barrier")])

    def test_whole_file(self):
        self.assertEqual(self.rules("// fencepost: ignore-file[missing-barrier, redundant-barrier]\n" + "".join(RACE)), [])
        self.assertEqual(self.rules("#map = affine_map<(d0) -> (d0)>\n// fencepost: ignore-file[missing-barrier]\n" + "".join(RACE)),
                         [(BARRIER + 2, "redundant-barrier")])

    def test_whole_file_comes_first(self):
        rules = self.rules(annotated(before9="fencepost: ignore-file[missing-barrier]"))
        self.assertIn((LOAD, "unused-suppression"), rules)
        self.assertIn((LOAD + 1, "missing-barrier"), rules)

    def test_a_rule_that_is_off_is_not_missed(self):
        text = annotated(line9="fencepost: ignore[missing-barrier]")
        self.assertEqual(self.rules(text, "--ignore", "missing-barrier"), [(BARRIER, "redundant-barrier")])

    FUNCTION = next(number for number, line in enumerate(RACE, 1) if "gpu.func" in line)

    def test_whole_function(self):
        twice = RACE[:2] + RACE[self.FUNCTION - 1 : -1] + [line.replace("@exchange", "@other") for line in RACE[self.FUNCTION - 1 :]]
        second = len(RACE) - self.FUNCTION
        for comment in (f"  // fencepost: ignore[missing-barrier] why\n{twice[2]}", twice[2].rstrip("\n") + " // fencepost: ignore[missing-barrier] why\n"):
            with self.subTest(comment):
                text = "".join([*twice[:2], comment, *twice[3:]])
                shift = comment.count("\n") - 1
                self.assertEqual(self.rules(text), [(BARRIER + shift, "redundant-barrier"), (LOAD + second + shift, "missing-barrier"),
                                                    (BARRIER + second + shift, "redundant-barrier")])

    def test_range(self):
        around = {"before8": "fencepost: ignore-begin[missing-barrier] why"}
        self.assertEqual(self.rules(annotated(**around, before10="fencepost: ignore-end")), [(BARRIER + 2, "redundant-barrier")])
        self.assertEqual(self.rules(annotated(**around, before9="fencepost: ignore-end")),
                         [(STORE, "unused-suppression"), (LOAD + 2, "missing-barrier"), (BARRIER + 2, "redundant-barrier")])
        nested = annotated(before8="fencepost: ignore-begin[redundant-barrier] why\n    // fencepost: ignore-begin[missing-barrier] why",
                           before10="fencepost: ignore-end", before11="fencepost: ignore-end")
        self.assertEqual(self.rules(nested), [])

    def test_half_a_range_suppresses_nothing(self):
        for comment, line, word in (("ignore-begin[missing-barrier] why", 4, "without an ignore-end"), ("ignore-end", 10, "without an ignore-begin")):
            self.write("a.mlir", annotated(**{f"line{line}": "fencepost: " + comment}))
            found = [(f["level"], f["rule"], f["message"]) for f in self.findings("a.mlir")["findings"]]
            self.assertIn("missing-barrier", [rule for _, rule, _ in found])
            self.assertTrue([m for level, rule, m in found if rule == "unused-suppression" and level == "error" and word in m], found)

    def test_removing_a_range_takes_both_comments(self):
        text = annotated(before5="fencepost: ignore-begin[racing-store] why", before7="fencepost: ignore-end")
        self.write("a.mlir", text)
        self.run_program("fix", "a.mlir", "--select", "unused-suppression,racing-store")
        self.assertEqual((self.folder / "a.mlir").read_text(), "".join(RACE))

    def test_wrong_ones(self):
        for comment, level, word in (("ignore", "error", "must name its rules"), ("ignore[", "error", "must name its rules"), ("ignore[]", "warning", "no rule"),
                                     ("ignore[missing-barier]", "warning", "'missing-barrier'"), ("ignore[wide-fence]", "warning", "wide-fence"),
                                     ("ignroe[missing-barrier]", "warning", "'ignore'"), ("ignore-fiel[missing-barrier]", "error", "'ignore-file'")):
            self.write("a.mlir", annotated(line4="fencepost: " + comment))
            found = [f for f in self.findings("a.mlir")["findings"] if f["rule"] == "unused-suppression"]
            self.assertEqual([(f["range"]["start"]["line"], f["level"]) for f in found], [(4, level)], comment)
            self.assertIn(word, found[0]["message"])

    def apply(self, text, fix):
        """The text with a fix's edits; columns count code points."""
        starts = [0]
        for line in text.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        for edit in reversed(fix["edits"]):
            start, end = (starts[edit["range"][side]["line"] - 1] + edit["range"][side]["column"] - 1 for side in ("start", "end"))
            text = text[:start] + edit["text"] + text[end:]
        return text

    def test_fixes_remove_what_is_not_needed(self):
        for comments, expected in (
            ({"line8": "fencepost: ignore[missing-barrier]"}, annotated()),
            ({"before5": "fencepost: ignore[missing-barrier]"}, annotated()),
            ({"line9": "fencepost: ignore[missing-barrier, wide-fence] é"}, annotated(line9="fencepost: ignore[missing-barrier] é")),
        ):
            text = annotated(**comments)
            self.write("a.mlir", text)
            unused = next(f for f in self.findings("a.mlir")["findings"] if f["rule"] == "unused-suppression")
            self.assertTrue(unused["fixes"][0]["safe"])
            self.assertEqual(self.apply(text, unused["fixes"][0]), expected)

    def test_in_a_string_it_is_text(self):
        text = annotated().replace("    gpu.barrier", '    %text = arith.constant {a = "// fencepost: ignore[x]"} 0 : i32\n    gpu.barrier')
        self.assertEqual([rule for _, rule in self.rules(text)], ["missing-barrier", "redundant-barrier"])


cli.main()
