"""Completions and the manual page, tried in the programs that read them, where those are installed."""
import os
import pty
import select
import shutil
import signal
import subprocess
import time
import unittest
import cli


def needs(program):
    return unittest.skipUnless(shutil.which(program), f"skipped: no {program}")


class Completions(cli.TestCase):
    def setUp(self):
        super().setUp()
        self.path = {kind: self.write(f"fencepost.{kind}", self.run_program("completions", kind).out) for kind in ("bash", "zsh", "fish", "man")}

    def run_shell(self, *command):
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, timeout=cli.TIMEOUT_S)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.splitlines()

    def complete_bash(self, *words):
        quoted = " ".join("'" + word + "'" for word in ("fencepost", *words))
        script = f'source fencepost.bash; COMP_WORDS=({quoted}); COMP_CWORD={len(words)}; _fencepost; printf "%s\\n" "${{COMPREPLY[@]}}"'
        return self.run_shell("bash", "--norc", "-c", script)

    @needs("bash")
    def test_bash(self):
        self.run_shell("bash", "-n", str(self.path["bash"]))
        self.copy("race.mlir")
        commands = [line.split()[0] for line in self.run_program("--help").out.split("Commands\n")[1].split("\n\n")[0].splitlines()]
        self.assertEqual([word for word in self.complete_bash("") if not word.startswith("-")], commands)
        self.assertEqual(self.complete_bash("li"), ["lint"])
        self.assertEqual(self.complete_bash("lint", "--fail-l"), ["--fail-level"])
        self.assertEqual(self.complete_bash("lint", "--fail-level", ""), ["error", "warning", "information", "hint"])
        self.assertEqual(self.complete_bash("lint", "--fail-level", "=", "e"), ["error"])
        self.assertEqual(self.complete_bash("lint", "--select", "missing-b"), ["missing-barrier"])
        self.assertEqual(self.complete_bash("lint", "--select", "wide-fence,missing-b"), ["wide-fence,missing-barrier"])
        self.assertEqual(self.complete_bash("lint", "--target", "gfx1201"), ["gfx1201"])
        self.assertEqual(self.complete_bash("lint", "ra"), ["race.mlir"])
        self.assertEqual(self.complete_bash("explain", "racing"), ["racing-store"])
        self.assertEqual(self.complete_bash("completions", "f"), ["fish"])

    @needs("zsh")
    def test_zsh(self):
        self.run_shell("zsh", "-n", str(self.path["zsh"]))
        # The completion system itself wants a terminal: what is given to it is looked at instead.
        script = ("autoload -U compinit; compinit -D -d dump; "
                  "_arguments() { print -l -- \"$@\"; state=operand; line=(lint); }; source ./fencepost.zsh")
        words = self.run_shell("zsh", "-f", "-c", script)
        self.assertTrue(any(word.startswith("--fail-level=[") for word in words), words)
        self.assertTrue(any(word.endswith(":value:(error warning information hint)") for word in words), words)
        self.assertIn("*:file:_files", words)

    @needs("zsh")
    def test_zsh_at_its_prompt(self):
        """Tab in a terminal, with the file where zsh looks for it."""
        shutil.copy(self.path["zsh"], self.folder / "_fencepost")
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(self.folder)
            os.environ.update(TERM="dumb", PS1="", HOME=str(self.folder), ZDOTDIR=str(self.folder))
            os.execvp("zsh", ["zsh", "-f", "-i"])
        seen = ""

        def wait_for(words):
            nonlocal seen
            end = time.monotonic() + cli.TIMEOUT_S
            while words not in seen:
                self.assertLess(time.monotonic(), end, f"{words!r} is not in {seen!r}")
                if select.select([terminal], [], [], 0.1)[0]:
                    seen += os.read(terminal, 1 << 16).decode(errors="replace")

        try:
            os.write(terminal, b"fpath=($PWD $fpath); autoload -U compinit; compinit -u -D; PS1='$ '; echo are''ady\n")
            wait_for("aready")
            for typed, wanted in ((b"fencepost li\t", "fencepost lint "), (b"--fail-l\t", "--fail-level="), (b"inf\t", "=information ")):
                os.write(terminal, typed)
                wait_for(wanted)
        finally:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            os.close(terminal)

    @needs("fish")
    def test_fish(self):
        self.run_shell("fish", "--no-execute", str(self.path["fish"]))
        found = self.run_shell("fish", "--no-config", "-c", "source fencepost.fish; complete -C 'fencepost lint --fail-level '")
        self.assertEqual(sorted(line.split("\t")[0] for line in found), ["error", "hint", "information", "warning"])

    def test_manual_page_has_every_option(self):
        text = self.path["man"].read_text().replace("\\-", "-")
        help_text = "".join(self.run_program(command, "--help").out for command in ("lint", "fix", "lsp"))
        options = {word for line in help_text.splitlines() for word in line.split()[:2] if word.startswith("--")}
        self.assertGreater(len(options), 20)
        for option in options:
            self.assertIn(f"\\fB{option}\\fR", text)

    @needs("man")
    def test_man(self):
        done = subprocess.run(["man", "--warnings", "-l", str(self.path["man"])], capture_output=True, text=True, env={**cli.ENVIRONMENT, "MANWIDTH": "100", "LC_ALL": "C.UTF-8"})
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("EXIT STATUS", done.stdout)

    @needs("mandoc")
    def test_mandoc(self):
        done = subprocess.run(["mandoc", "-Tlint", "-Wwarning", str(self.path["man"])], capture_output=True, text=True)
        # It has no date: a build would otherwise differ from day to day.
        self.assertEqual([line for line in done.stdout.splitlines() if "missing date" not in line], [])

    def test_none_of_these(self):
        self.assert_one_line(self.run_program("completions", "bsh"), "'bsh'", "'bash'")
        self.assert_one_line(self.run_program("completions"), "bash|zsh|fish|man")


for program in ("bash", "zsh", "fish", "man", "mandoc"):
    if not shutil.which(program):
        print(f"skipped in part: no {program}")
cli.main()
