"""lint --watch: the run again whenever a file, its configuration, or the list of files has changed."""
import os
import queue
import subprocess
import threading
import time

import cli


class Watch(cli.TestCase):
    def start(self, *arguments):
        process = subprocess.Popen([cli.PROGRAM, "lint", "--watch", "--output-format", "concise", *arguments], cwd=self.folder,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=cli.ENVIRONMENT, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        runs = queue.Queue()

        def collect():
            lines = []
            for line in process.stderr:
                lines.append(line)
                if line.startswith("watching "):
                    runs.put("".join(lines))
                    lines = []

        threading.Thread(target=collect, daemon=True).start()
        return process, runs

    def next_run(self, runs):
        return runs.get(timeout=cli.TIMEOUT_S)

    def change(self, name, text):
        """In one step, as editors do: no look can see half of it."""
        self.write(name + ".new", text)
        os.replace(self.folder / (name + ".new"), self.folder / name)

    def test_every_change_is_seen(self):
        race = (cli.HERE / "files/race.mlir").read_text()
        self.copy("clean.mlir")
        process, runs = self.start(".")
        self.assertIn("watching 1 file;", self.next_run(runs))
        self.change("race.mlir", race)  # a file appears
        said = self.next_run(runs)
        self.assertIn("1 error", said)
        self.assertIn("watching 2 files;", said)
        self.change("base.json", '{"levels": {"missing-barrier": "warning"}}')
        self.change("fencepost.json", '{"extends": "base.json"}')  # a configuration appears
        self.assertNotIn("1 error", self.next_run(runs))
        self.change("base.json", "{}")  # what it extends changes
        self.assertIn("1 error", self.next_run(runs))
        self.change("fencepost.json", "{")  # broken: said, and no end of it
        self.assertIn("error: fencepost.json", self.next_run(runs))
        os.remove(self.folder / "fencepost.json")
        self.assertIn("1 error", self.next_run(runs))
        os.remove(self.folder / "race.mlir")
        self.assertIn("watching 1 file;", self.next_run(runs))
        self.assertIsNone(process.poll())

    def test_nothing_runs_without_a_change(self):
        self.copy("clean.mlir")
        _, runs = self.start("clean.mlir")
        self.next_run(runs)
        time.sleep(1)  # three looks
        self.assertTrue(runs.empty())

    def test_what_does_not_go_with_it(self):
        self.copy("clean.mlir")
        for more in (["-"], ["--fix", "clean.mlir"], ["--diff", "clean.mlir"], ["--write-baseline", "b.json", "clean.mlir"],
                     ["--add-suppressions", "clean.mlir"], ["--verify-diagnostics", "clean.mlir"], ["--since-diff", "-"]):
            self.assert_one_line(self.lint("--watch", *more), "--watch")


if __name__ == "__main__":
    cli.main()
