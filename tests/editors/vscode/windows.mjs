// Windows that are not one folder of one's own: windows.mjs EXTENSION.vsix RACE.mlir OTHER.vsix
// OTHER: another extension for the same language. READ_ONLY: a folder that nothing can be written to, with race.mlir in it; without it that part is left out.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { drive, lap, until } from "./driver.mjs";

const [vsix, sample, other] = process.argv.slice(2);
const source = fs.readFileSync(sample, "utf8");

function folder(code, name, settings = {}) {
  const where = path.join(code.home, name);
  fs.mkdirSync(path.join(where, ".vscode"), { recursive: true });
  fs.writeFileSync(path.join(where, `${name}.mlir`), source);
  fs.writeFileSync(path.join(where, ".vscode/settings.json"), JSON.stringify(settings));
  return where;
}
const read = (where) => fs.readFileSync(path.join(where, ".vscode/settings.json"), "utf8");

/** Several folders in one window: each has its settings, and a target that is chosen is the folder's. */
async function severalFolders(code) {
  const amd = folder(code, "amd", { "fencepost.target": "gfx1201" }), nvidia = folder(code, "nvidia");
  fs.writeFileSync(path.join(nvidia, "fencepost.json"), '{"target": "sm_90"}');
  const both = path.join(code.home, "both.code-workspace");
  fs.writeFileSync(both, JSON.stringify({ folders: [{ path: "amd" }, { path: "nvidia" }] }));
  const window = await code.open(both, path.join(amd, "amd.mlir"));
  await window.squiggles.first().waitFor();
  await window.status("gfx1201").waitFor();
  await window.quickOpen(path.join(nvidia, "nvidia.mlir"));
  await window.status("gfx942").waitFor(); // what the file itself says is nearer than the fencepost.json of its folder
  await window.run("fencepost: Choose Target");
  await window.choose("sm_80", "sm_80");
  await until("the folder's setting", () => /"fencepost.target": "sm_80"/.test(read(nvidia)));
  await window.status("sm_80").waitFor();
  assert.doesNotMatch(read(amd) + fs.readFileSync(both, "utf8"), /sm_80/);
  await window.quickOpen(path.join(amd, "amd.mlir"));
  await window.status("gfx1201").waitFor();
  await window.shot("folders");
  lap("several folders: each its own target");
}

/** Restricted mode: the program that a folder names is not run until its user trusts the folder; all else works. */
async function restricted(code) {
  const hostile = path.join(code.home, "hostile"), mark = path.join(code.home, "was-run");
  const program = path.join(hostile, "program");
  folder(code, "hostile", { "fencepost.path": program });
  fs.writeFileSync(program, `#!/bin/sh\necho run >>'${mark}'\nexec '${code.bundled}' "$@"\n`, { mode: 0o755 });
  code.settings({ "security.workspace.trust.enabled": true, "security.workspace.trust.startupPrompt": "never", "security.workspace.trust.banner": "never" });
  const window = await code.open(hostile, path.join(hostile, "hostile.mlir"));
  await window.status("Restricted Mode").waitFor();
  await window.squiggles.first().waitFor();
  await window.offerFix("memref.load", /^Insert/);
  await window.shot("restricted");
  await window.page.keyboard.press("Escape");
  assert.ok(!fs.existsSync(mark), "the folder's program was run");
  lap("restricted mode: findings and fixes by the bundled program");
  await window.run("Workspaces: Manage Workspace Trust");
  await window.page.locator(".workspace-trust-editor .monaco-button", { hasText: "Trust" }).first().click();
  await until("the folder's program", () => fs.existsSync(mark));
  lap("trusted: the folder's program");
  code.settings();
}

/** Nothing can be written: findings and fixes are shown, a chosen target holds, and what cannot be saved is said. */
async function readOnly(code) {
  const where = process.env.READ_ONLY;
  if (!where) return console.log("left out: nothing is read-only here");
  const window = await code.open(where, path.join(where, "race.mlir"));
  await window.squiggles.first().waitFor();
  await window.run("fencepost: Choose Target");
  await window.choose("gfx1201", "gfx1201");
  await window.toast("until the server ends: the setting cannot be written here").waitFor();
  await window.status("gfx1201").waitFor();
  await window.clearToasts();
  await window.offerFix("memref.load", /^Insert/);
  await window.page.keyboard.press("Enter");
  await window.squiggles.first().waitFor({ state: "detached" });
  await window.page.keyboard.press("Control+s");
  await window.toast("race.mlir").waitFor(); // VS Code's own words: it could not save
  await window.shot("read-only");
  assert.equal(fs.readFileSync(path.join(where, "race.mlir"), "utf8"), source);
  lap("read-only folder: fixed in the editor, target chosen, both failures told");
}

/** A server that dies again and again: later and later starts, one message at first and one at last. */
async function dying(code) {
  const where = folder(code, "dying"), starts = path.join(code.home, "starts"), program = path.join(code.home, "dies");
  fs.writeFileSync(program, `#!/bin/sh\n[ "$1" = --version ] && exec '${code.bundled}' --version\ndate +%s%N >>'${starts}'\nexec timeout -s KILL 1 '${code.bundled}' "$@"\n`, { mode: 0o755 });
  code.settings({ "fencepost.path": program });
  const window = await code.open(where, path.join(where, "dying.mlir"));
  let most = 0;
  const watching = setInterval(() => void window.toasts(/./).count().then((count) => (most = Math.max(most, count)), () => undefined), 100);
  await window.toast("ended unexpectedly").waitFor();
  await window.toast("ended again and again").waitFor();
  clearInterval(watching);
  assert.ok(most <= 2, "one message at first, one at last");
  assert.equal(await window.toasts(/failed/).count(), 0);
  assert.equal(await window.toasts("ended again and again").count(), 1);
  const times = fs.readFileSync(starts, "utf8").trim().split("\n").map((ns) => Number(BigInt(ns) / 1_000_000n));
  const pauses = times.slice(1).map((time, i) => time - times[i] - 1000);
  assert.equal(times.length, 5);
  [500, 1000, 2000, 4000].forEach((least, i) => assert.ok(pauses[i] > least - 250, `pause ${i} of ${pauses}`));
  lap(`a server that dies: ${times.length} starts, pauses of ${pauses.map((ms) => (ms / 1000).toFixed(1)).join(", ")} s, two messages`);
  fs.writeFileSync(program, `#!/bin/sh\nexec '${code.bundled}' "$@"\n`);
  await window.toast("ended again and again").locator(".monaco-button", { hasText: "Restart" }).click();
  await window.squiggles.first().waitFor();
  lap("started anew by its user");
  code.settings();
}

/** Another extension for MLIR: what both say is shown, once each, and fixes are offered. */
async function besideAnother(code) {
  const where = folder(code, "beside");
  fs.writeFileSync(path.join(where, "beside.mlir"), source.replace(/ \[#rocdl\.target[^\]]*\]/, "")); // an older MLIR does not know it
  code.settings(JSON.parse(process.env.OTHER_SETTINGS ?? "{}"));
  const window = await code.open(where, path.join(where, "beside.mlir"));
  await window.squiggles.first().waitFor();
  await window.status("MLIR").waitFor();
  await window.run("Problems: Focus on Problems View");
  const rows = (text) => window.page.locator(".markers-panel .monaco-list-row", { hasText: text });
  await rows("missing barrier: ").waitFor();
  assert.equal(await rows("missing barrier: ").count(), 1);
  await window.page.keyboard.press("Control+j");
  await window.goToProblem("memref.load");
  const hover = await window.hover("%lds");
  for (const words of ["missing barrier: ", "read of %lds", process.env.OTHER_SAYS ?? ""])
    await until(`hover: ${words}`, async () => (await hover.innerText()).includes(words));
  await window.shot("beside");
  await window.page.keyboard.press("Escape");
  await window.offerFix("memref.load", /^Insert/);
  await window.page.keyboard.press("Enter");
  await window.run("Problems: Focus on Problems View");
  await rows("missing barrier: ").waitFor({ state: "detached" });
  await window.run("fencepost: Show Kernel Picture");
  await window.webview("the picture", (inner) => inner.locator("svg").count());
  assert.equal(await window.toasts(/./).count(), 0, "nothing to complain about");
  lap("beside another extension for MLIR");
}

await drive("other windows", [vsix, other], async (code) => {
  for (const part of [severalFolders, restricted, readOnly, dying, besideAnother]) if (!process.env.ONLY || process.env.ONLY === part.name) await part(code);
});
