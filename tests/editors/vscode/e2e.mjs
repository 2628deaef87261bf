// One kernel from the first squiggle to the last fix: e2e.mjs EXTENSION.vsix RACE.mlir
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { drive, lap, until } from "./driver.mjs";

const [vsix, sample] = process.argv.slice(2);
const source = fs.readFileSync(sample, "utf8");

await drive("one kernel", [vsix], async (code) => {
  const workspace = path.join(code.home, "kernels");
  fs.mkdirSync(workspace);
  const file = path.join(workspace, "race.mlir"), configuration = path.join(workspace, "fencepost.json"), settings = path.join(workspace, ".vscode/settings.json");
  fs.writeFileSync(file, source);
  fs.writeFileSync(configuration, '{\n  "target": "gfx942"\n}\n');
  const window = await code.open(workspace, file);
  const { page, squiggles } = window;

  await window.line("memref.store").waitFor();
  await squiggles.first().waitFor();
  lap("squiggle drawn by the bundled program");
  assert.equal(code.servers().length, 1);
  await window.status("gfx942").waitFor();
  lap("target in the status bar");

  await window.run("Problems: Focus on Problems View");
  const problem = page.locator(".markers-panel .monaco-list-row", { hasText: "missing barrier: " });
  await problem.waitFor();
  assert.match(await problem.innerText(), /fencepost/);
  lap("problem listed");

  await problem.dblclick(); // the focus goes to the editor
  await page.keyboard.press("Control+j"); // closes the panel of the problems
  await window.goToProblem("memref.load");
  const hover = await window.hover("missing-barrier");
  await until("the access under the cursor", async () => /read of %lds[^]*line 8 writes it: not ordered/.test(await hover.innerText()));
  assert.ok(await hover.locator("a", { hasText: "missing-barrier" }).count(), "the code links to the rule's page");
  assert.equal((await hover.innerText()).split("no barrier is between them").length, 2, "said once");
  await window.shot("hover");
  await page.keyboard.press("Escape");
  lap("hover shown");

  await window.run("fencepost: Show Kernel Picture");
  const frame = await window.webview("the picture", (inner) => inner.locator("svg").count());
  assert.match(await frame.locator("body").innerText(), /memref\.store/);
  await new Promise((resolve) => setTimeout(resolve, 500)); // for the screenshot alone: the panel slides in
  await window.shot("picture");
  lap("picture shown");
  await frame.locator("#L5 a").click();
  await page.locator(".statusbar-item", { hasText: "Ln 5, Col 1" }).waitFor();
  lap("a row leads to its line");
  const lens = (text) => page.locator(".codelens-decoration a", { hasText: text }).first();
  for (const text of ["1 redundant", "fix all", "picture"]) await lens(text).waitFor();
  await lens("1 race").click();
  await page.locator(".statusbar-item", { hasText: /^Ln 9,.*selected/ }).waitFor();
  lap("a lens leads to the first race");
  const before = await frame.locator("body").innerHTML();

  await window.offerFix("memref.load", /^Insert/);
  for (const text of ["Open the page of missing-barrier", "Show the picture of this kernel"])
    await page.locator(".action-widget .monaco-list-row", { hasText: text }).first().waitFor();
  await window.shot("fix");
  await page.keyboard.press("Enter"); // not a click: an overlay takes the pointer
  await squiggles.first().waitFor({ state: "detached" });
  await page.keyboard.press("Control+s");
  const fixed = await until("the saved fix", () => {
    const text = fs.readFileSync(file, "utf8");
    return text !== source && text;
  });
  assert.match(fixed, /memref\.store[^\n]*\n[^\n]*barrier[^\n]*\n[^\n]*memref\.load/s);
  lap("quick fix applied and saved");
  await window.webview("the picture follows the text", async (inner) => {
    const text = await inner.locator("body").innerHTML();
    return text.includes("<svg") && text !== before;
  });
  lap("the picture follows");

  await window.line("memref.load").click();
  await window.run("fencepost: Apply All Safe Fixes");
  await page.locator(".squiggly-warning").first().waitFor({ state: "detached" });
  await page.keyboard.press("Control+s");
  lap("all safe fixes applied");

  await window.run("fencepost: Choose Target");
  await page.locator(".quick-input-box input").fill("gfx1201");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "gfx1201" }).first().waitFor();
  await window.shot("target");
  await page.keyboard.press("Enter");
  await window.status("gfx1201").waitFor();
  await until("the setting is saved", () => fs.existsSync(settings) && /"fencepost.target": "gfx1201"/.test(fs.readFileSync(settings, "utf8")));
  lap("target chosen, setting saved, server told");

  // A setting that there is not, and a value that is none: told once, and the rest of the settings holds.
  fs.writeFileSync(settings, '{"fencepost.tagret": "gfx942", "fencepost.minLevel": "warn"}');
  await window.toast('there is no setting "tagret"; did you mean "target"?').waitFor();
  await window.clearToasts();
  fs.writeFileSync(settings, "{}");
  lap("a wrong setting is told");

  process.kill(code.servers()[0], "SIGKILL");
  await window.toast("ended unexpectedly").waitFor();
  await until("another server", () => code.servers().length === 1);
  lap("a killed server is started anew, with one message");
  const said = await window.toasts(/./).allInnerTexts(); // and none of what failed meanwhile
  assert.ok(said.length === 1 && /ended unexpectedly/.test(said[0]), said.join("; "));
  await window.clearToasts();

  fs.writeFileSync(settings, '{"fencepost.path": "/no/such/fencepost"}');
  await window.toast("/no/such/fencepost is not a program").waitFor();
  await window.shot("missing");
  await until("no server", () => code.servers().length === 0);
  await window.toast("/no/such/fencepost is not a program").locator(".monaco-button", { hasText: "How to install" }).click();
  await page.locator(".gettingStartedContainer", { hasText: "Get started with fencepost" }).first().waitFor();
  await page.locator(".tab", { hasText: "race.mlir" }).first().click(); // not by keys: the walkthrough takes the focus once more when it is complete
  await window.line("memref.load").waitFor();
  await window.clearToasts();
  fs.writeFileSync(settings, '{"fencepost.path": "/bin/echo"}');
  await window.toast("/bin/echo is not fencepost").waitFor();
  await window.clearToasts();
  fs.writeFileSync(settings, "{}");
  await until("the server again", () => code.servers().length === 1);
  lap("missing and wrong programs told, the walkthrough shown, and found again");

  // A program of another version still works, and its user knows.
  const other = path.join(code.home, "other-version");
  fs.writeFileSync(other, `#!/bin/sh\n[ "$1" = --version ] && echo fencepost 99.0.0 || exec '${code.bundled}' "$@"\n`, { mode: 0o755 });
  fs.writeFileSync(settings, JSON.stringify({ "fencepost.path": other }));
  await window.toast("is fencepost 99.0.0, this extension is for").waitFor();
  await until("its server", () => code.servers().length === 1);
  await window.clearToasts();
  lap("another version is told and used");

  const outside = path.join(code.home, "outside of the folder.mlir");
  fs.writeFileSync(outside, source);
  await window.quickOpen(outside);
  await squiggles.first().waitFor();
  assert.match(await window.status("gfx").innerText(), /gfx942/); // the setting of the workspace is gone with its file, and this one has its own
  lap("a file outside of the workspace is checked");

  await window.run("Create: New Untitled Text File");
  await window.run("Change Language Mode");
  await window.choose("MLIR", "MLIR");
  await page.keyboard.insertText(source);
  await squiggles.first().waitFor();
  lap("a text without a file is checked");

  // fencepost.json is checked by its schema in the editor, and by the server for what it means.
  await window.quickOpen("fencepost.json");
  await page.locator(".editor-instance .view-line", { hasText: "target" }).first().waitFor();
  fs.writeFileSync(configuration, '{\n  "tagret": "gfx942"\n}\n');
  await page.locator(".squiggly-warning, .squiggly-error").first().waitFor();
  await window.run("Problems: Focus on Problems View");
  const wrong = page.locator(".markers-panel .monaco-list-row", { hasText: 'unknown key "tagret"; did you mean "target"?' });
  await wrong.waitFor();
  fs.writeFileSync(configuration, "{}\n");
  await wrong.waitFor({ state: "detached" });
  lap("a wrong key of fencepost.json is underlined and listed, and gone when it is mended");
});
