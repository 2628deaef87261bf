"""Which files a folder stands for: what git would list, minus what the configuration excludes."""
import random
import shutil
import subprocess
import unittest
import cli

RACE = (cli.HERE / "files" / "race.mlir").read_bytes()


class WalkCase(cli.TestCase):
    def files(self, *arguments, cwd=None):
        report = self.findings(*(arguments or ["."]), "--select", "missing-barrier", cwd=cwd)
        return [finding["file"] for finding in report["findings"]]

    def make(self, *names):
        for name in names:
            self.write(name, RACE)


class Walk(WalkCase):
    def test_only_mlir_files_in_order(self):
        self.make("b.mlir", "a/z.mlir", "a.mlir", "c.txt", "d.mlir.bak", "a/mlir", ".hidden/h.mlir", ".git/x.mlir", ".#lock.mlir")
        self.assertEqual(self.files(), [".hidden/h.mlir", "a.mlir", "a/z.mlir", "b.mlir"])
        self.assertEqual(self.files("a"), ["a/z.mlir"])
        self.assertEqual(self.files("a/"), ["a/z.mlir"])
        self.assertEqual(self.files("./a"), ["./a/z.mlir"])
        self.assertEqual(self.files("c.txt"), ["c.txt"])  # named: read whatever it is called
        self.assertEqual(self.files("b.mlir", "a"), ["a/z.mlir", "b.mlir"])

    def test_without_paths_the_current_folder(self):
        self.make("a.mlir")
        self.assertEqual(len(self.findings("--select", "missing-barrier")["findings"]), 1)

    def test_negation(self):
        self.make("keep.mlir", "drop.mlir", "sub/keep.mlir", "sub/drop.mlir")
        self.write(".gitignore", "*.mlir\n!keep.mlir\n")
        self.assertEqual(self.files(), ["keep.mlir", "sub/keep.mlir"])

    def test_nothing_inside_an_ignored_folder_comes_back(self):
        self.make("out/keep.mlir", "a.mlir")
        self.write(".gitignore", "out/\n!out/keep.mlir\n")
        self.assertEqual(self.files(), ["a.mlir"])

    def test_anchors(self):
        self.make("a.mlir", "sub/a.mlir", "sub/deep/a.mlir", "other/deep/a.mlir")
        for pattern, expected in {
            "/a.mlir": ["other/deep/a.mlir", "sub/a.mlir", "sub/deep/a.mlir"],
            "a.mlir": [],
            "sub/a.mlir": ["a.mlir", "other/deep/a.mlir", "sub/deep/a.mlir"],
            "deep/a.mlir": ["a.mlir", "other/deep/a.mlir", "sub/a.mlir", "sub/deep/a.mlir"],
            "**/deep/a.mlir": ["a.mlir", "sub/a.mlir"],
            "*/deep": ["a.mlir", "sub/a.mlir"],
            "sub/**": ["a.mlir", "other/deep/a.mlir"],
            "s?b": ["a.mlir", "other/deep/a.mlir"],
        }.items():
            with self.subTest(pattern):
                self.write(".gitignore", pattern + "\n")
                self.assertEqual(self.files(), expected)

    def test_folders_only(self):
        self.make("x/a.mlir", "sub/x.mlir")
        self.write("sub/x", "a file of that name")
        self.write(".gitignore", "x/\nx.mlir/\n")
        self.assertEqual(self.files(), ["sub/x.mlir"])

    def test_nested_files(self):
        self.make("a.mlir", "sub/a.mlir", "sub/b.mlir", "sub/deep/a.mlir")
        self.write(".gitignore", "a.mlir\n")
        self.write("sub/.gitignore", "!a.mlir\n/b.mlir\n")
        self.assertEqual(self.files(), ["sub/a.mlir", "sub/deep/a.mlir"])

    def test_comments_blanks_and_line_ends(self):
        self.make("a.mlir", "#b.mlir", "c .mlir", "d.mlir")
        self.write(".gitignore", "\ufeff# a.mlir\r\n\\#b.mlir\r\n\r\nd.mlir   \r\n")
        self.assertEqual(self.files(), ["a.mlir", "c .mlir"])

    def test_folders_above(self):
        self.make("repo/sub/a.mlir", "repo/sub/b.mlir", "repo/sub/c.mlir")
        self.write(".gitignore", "c.mlir\n")  # outside of the repository
        self.write("repo/.git/info/exclude", "b.mlir\n")
        self.write("repo/.gitignore", "/sub/a.mlir\n")
        self.assertEqual(self.files(cwd=self.folder / "repo" / "sub"), ["c.mlir"])
        self.assertEqual(self.files("repo/sub"), ["repo/sub/c.mlir"])

    def test_a_named_file_is_read_all_the_same(self):
        self.make("a.mlir")
        self.write(".gitignore", "*\n")
        self.assertEqual(self.files("a.mlir"), ["a.mlir"])

    def test_exclude(self):
        self.make("a.mlir", "third_party/deep/b.mlir", "gen/x.out.mlir", "gen/y.mlir")
        self.write("fencepost.json", '{"exclude": ["third_party", "*.out.mlir"]}')
        self.assertEqual(self.files(), ["a.mlir", "gen/y.mlir"])
        self.assertEqual(self.files("gen/x.out.mlir"), ["gen/x.out.mlir"])
        self.assertEqual(self.files("third_party"), [])


@unittest.skipUnless(shutil.which("git"), "no git to compare with")
class AgainstGit(WalkCase):
    """Random trees with random .gitignore files: fencepost looks at exactly the files that git lists."""
    NAMES = ["a", "b", "ab", "foo", "build", "x y", "[z]", "a*b", "é", ".h"]
    PARTS = NAMES + ["*", "**", "?", "a*", "*b", "[ab]", "[!a]", "f[n-p]o", "*.mlir", "a.mlir", "\\*", "\\[z\\]", "***", "a**b", "[]a]", "[a",
                     "*a*", "x\\ y", "a?b", "[[:alpha:]]", "[^a]*", "[!a-m]*.mlir"]

    def pattern(self, random):
        text = "/".join(random.choices(self.PARTS, k=random.choice([1, 1, 2, 3])))
        for part, chance in (("/", 0.3), ("!", 0.25), ("#", 0.05), ("\\", 0.03)):
            text = part + text if random.random() < chance else text
        for part, chance in (("/", 0.3), (" ", 0.05), ("\\ ", 0.05), ("\r", 0.03)):
            text = text + part if random.random() < chance else text
        return text

    def fill(self, random, folder, depth):
        for _ in range(random.randint(1, 4)):
            name = f"{folder}/{random.choice(self.NAMES)}"
            if depth > 2 or random.random() < 0.6:
                self.write(f"{name}.mlir", RACE)
            else:
                self.fill(random, name, depth + 1)
        if random.random() < 0.5:
            self.write(f"{folder}/.gitignore", "\n".join(self.pattern(random) for _ in range(random.randint(1, 4))))

    def test_random_trees(self):
        for seed in range(100):
            rng = random.Random(seed)
            root = self.folder / str(seed)
            self.fill(rng, root, 0)
            subprocess.run(["git", "init", "-q", root], check=True)
            listed = subprocess.run(["git", "-C", root, "ls-files", "-coz", "--exclude-standard"], capture_output=True, check=True).stdout.decode()
            expected = sorted(name for name in listed.split("\0") if name.endswith(".mlir"))
            self.assertEqual(sorted(self.files(cwd=root)), expected, f"seed {seed}")


cli.main()
