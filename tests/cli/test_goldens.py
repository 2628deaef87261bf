"""Whole outputs, compared with goldens/. `cmake --build build-dev -t update-goldens` writes them anew; the diff is what gets reviewed."""
import os
import shlex
import subprocess
import cli

UPDATE = os.environ.get("UPDATE_GOLDENS") == "1"

CASES = {
    "help": "--help",
    "help_lint": "lint --help",
    "help_explain": "explain --help",
    "version": "--version",
    "full_race": "lint race.mlir",
    "full_clean": "lint clean.mlir",
    "full_color": "lint race.mlir --color always",
    "full_near": "lint near.mlir",
    "full_far_apart": "lint far_apart.mlir",
    "full_tabs": "lint tabs.mlir",
    "full_wide": "lint wide.mlir --min-level hint",
    "full_long_line": "lint long_line.mlir --min-level hint",
    "full_length": "lint length.mlir",
    "full_own_place": "lint own_place.mlir",
    "full_control": "lint control.mlir",
    "full_crlf": "lint crlf.mlir",
    "full_broken": "lint broken.mlir",
    "full_suppressed": "lint suppressed.mlir",
    "concise": "lint race.mlir near.mlir suppressed.mlir --output-format concise",
    "concise_color": "lint race.mlir --output-format concise --color always",
    "json": "lint race.mlir near.mlir suppressed.mlir --output-format json",
    "json_clean": "lint clean.mlir --output-format json",
    "verbose": "lint race.mlir clean.mlir --output-format concise --verbose",
    "verify_differs": "lint race.mlir --verify-diagnostics",
    "explain": "explain missing-barrier",
    "explain_at": "explain --at race.mlir:9",
    "explain_at_barrier": "explain --at race.mlir:10",
    "explain_at_kept": "explain --at kept.mlir:7",
    "explain_at_never": "explain --at never.mlir:12",
    "explain_at_never_ok": "explain --at never.mlir:15",
    "explain_at_stream": "explain --at kept.mlir:18",
    "explain_at_wave": "explain --at one_wave.mlir:9",
    "explain_color": "explain missing-barrier --color always",
    "ops_record": "ops gpu.barrier memref.load",
    "ops_json": "ops gpu.barrier memref.load --output-format json",
    "targets_record": "targets gfx942",
    "targets_json": "targets gfx942 --output-format json",
}


class Goldens(cli.TestCase):
    maxDiff = None

    def compare(self, name, text):
        path = cli.HERE / "goldens" / f"{name}.txt"
        if UPDATE:
            path.write_bytes(text.encode())
        self.assertEqual(text, path.read_bytes().decode())

    def test_goldens(self):
        self.copy(*os.listdir(cli.HERE / "files"))
        for name, line in CASES.items():
            with self.subTest(name):
                result = self.run_program(*shlex.split(line))
                text = f"$ fencepost {line}\n{result.out}"
                if result.err:
                    text += f"-- standard error\n{result.err}"
                text += f"-- exit {result.code}\n"
                self.compare(name, text)

    def test_report_of_made_up_findings(self):
        program = os.environ.get("REPORT_TEST")
        if not program:
            self.skipTest("REPORT_TEST names no program")
        text = subprocess.run([program], capture_output=True, check=True, timeout=cli.TIMEOUT_S).stdout.decode()
        self.compare("report", text)

    def test_every_golden_has_a_case(self):
        stale = [path for path in (cli.HERE / "goldens").iterdir() if path.stem not in [*CASES, "report"]]
        if UPDATE:
            for path in stale:
                path.unlink()
        else:
            self.assertEqual(stale, [])


cli.main()
