"""Many files at once: the output does not depend on how many threads there are or which of them is first."""
import random
import cli

RACE = (cli.HERE / "files" / "race.mlir").read_bytes()
CLEAN = (cli.HERE / "files" / "clean.mlir").read_bytes()


class Jobs(cli.TestCase):
    def setUp(self):
        super().setUp()
        rng = random.Random(1)
        for number in range(100):
            body = rng.choice([RACE, CLEAN])
            self.write(f"{number % 7}/{number:03}.mlir", body + b"// -----\n" + body * rng.choice([0, 0, 0, 20]))
        self.write("3/binary.mlir", b"ML\xefR")
        self.write("5/fencepost.json", '{"ignore": ["redundant-barrier"]}')

    def test_output_is_the_same(self):
        for form in ("full", "concise", "json"):
            expected = self.lint(".", "--output-format", form, "--verbose", "--statistics", "--jobs", "1")
            self.assertEqual(expected.code, cli.FAILED)
            self.assertIn("3/binary.mlir: MLIR bytecode", expected.err)
            for jobs in ("2", "3", "16", "1000"):
                result = self.lint(".", "--output-format", form, "--verbose", "--statistics", "--jobs", jobs)
                self.assertEqual((result.code, result.out, result.err), (expected.code, expected.out, expected.err), jobs)

    def test_order_of_operands_does_not_matter(self):
        names = [str(path.relative_to(self.folder)) for path in self.folder.glob("*/*.mlir")]
        expected = self.lint(*sorted(names), "--output-format", "json").out
        random.Random(2).shuffle(names)
        self.assertEqual(self.lint(*names, "--output-format", "json").out, expected)


cli.main()
