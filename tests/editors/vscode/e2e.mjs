// Drives VS Code (code-server) in Chromium as a user would: e2e.mjs EXTENSION.vsix RACE.mlir
// Environment: CODE_SERVER (its entry), CHROMIUM (default /usr/bin/chromium), SHOTS (folder of the screenshots).
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";

const [vsix, sample] = process.argv.slice(2);
const entry = process.env.CODE_SERVER, shots = process.env.SHOTS;
const begin = Date.now();
const lap = (what) => console.log(`${((Date.now() - begin) / 1000).toFixed(1)} s  ${what}`);

// A home, a workspace and settings of the test's own: nothing is read from or left in $HOME.
const home = fs.mkdtempSync(path.join(os.tmpdir(), "vscode-e2e-"));
const workspace = path.join(home, "kernels"), data = path.join(home, "data"), extensions = path.join(home, "extensions");
fs.mkdirSync(path.join(data, "User"), { recursive: true });
fs.mkdirSync(workspace);
const file = path.join(workspace, "race.mlir"), configuration = path.join(workspace, "fencepost.json");
const source = fs.readFileSync(sample, "utf8");
fs.writeFileSync(file, source);
fs.writeFileSync(configuration, '{\n  "target": "gfx942"\n}\n');
fs.writeFileSync(path.join(data, "User", "settings.json"), JSON.stringify({
  "security.workspace.trust.enabled": false, "workbench.startupEditor": "none", "files.simpleDialog.enable": true, "editor.minimap.enabled": false,
  "telemetry.telemetryLevel": "off", "extensions.autoUpdate": false, "extensions.autoCheckUpdates": false, "extensions.ignoreRecommendations": true,
  "workbench.colorTheme": "Default Light Modern", "breadcrumbs.enabled": false, "chat.commandCenter.enabled": false, "workbench.tips.enabled": false,
}));
const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, PATH: "/usr/bin:/bin" };
const common = [entry, "--config", path.join(home, "config.yaml"), "--user-data-dir", data, "--extensions-dir", extensions];

const install = spawnSync(process.execPath, [...common, "--install-extension", vsix], { env, encoding: "utf8" });
assert.equal(install.status, 0, install.stdout + install.stderr);
lap("extension installed");

const port = await new Promise((resolve) => {
  const probe = net.createServer().listen(0, "127.0.0.1", () => {
    const { port } = probe.address();
    probe.close(() => resolve(port));
  });
});
const log = fs.openSync(path.join(home, "code-server.log"), "w");
const server = spawn(process.execPath, [...common, "--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check", workspace],
  { env, stdio: ["ignore", log, log], detached: true }); // a group of its own: it starts many

/** The language servers of this run: those whose program lies in its extensions. */
const servers = () => fs.readdirSync("/proc").filter((pid) => /^\d+$/.test(pid)).filter((pid) => {
  try {
    return fs.readlinkSync(`/proc/${pid}/exe`).startsWith(extensions);
  } catch {
    return false;
  }
}).map(Number);

async function until(what, condition) {
  for (let i = 0; i < 300; i++) {
    const value = await condition();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`timed out: ${what}`);
}

let browser, page, failed = 1;
try {
  await until("code-server answers", () => fetch(`http://127.0.0.1:${port}/healthz`).then((reply) => reply.ok, () => false));
  lap("code-server answers");
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
      "--disable-sync"],
  });
  page = await browser.newPage({ viewport: { width: 1180, height: 640 } });
  page.setDefaultTimeout(45_000);
  // With the authority: without it the document and its diagnostics have two URIs.
  const open = JSON.stringify([["openFile", `vscode-remote://127.0.0.1:${port}${file}`]]);
  await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(workspace)}&payload=${encodeURIComponent(open)}`);
  const editor = page.locator(".editor-instance .monaco-editor").first();
  const line = (text) => editor.locator(".view-line", { hasText: text }).first();
  const toast = (text) => page.locator(".notification-list-item", { hasText: text }).first();
  const picture = (name) => page.screenshot({ path: path.join(shots, `vscode-${name}.png`) });
  const run = async (title) => { // a command by its title, through the palette
    await page.keyboard.press("F1");
    await page.locator(".quick-input-box input").fill(">" + title);
    await page.locator(".quick-input-list .monaco-list-row", { hasText: title.replace(/^.*: /, "") }).first().waitFor();
    await page.keyboard.press("Enter");
  };
  const quickOpen = async (name) => {
    await page.keyboard.press("Control+p");
    await page.locator(".quick-input-box input").fill(name);
    await page.locator(".quick-input-list .monaco-list-row", { hasText: path.basename(name) }).first().waitFor();
    await page.keyboard.press("Enter");
  };
  const squiggles = page.locator(".squiggly-error");

  await line("memref.store").waitFor();
  await squiggles.first().waitFor();
  lap("squiggle drawn by the bundled program");
  assert.equal(servers().length, 1);
  await page.locator(".statusbar-item", { hasText: "gfx942" }).first().waitFor();
  lap("target in the status bar");

  await run("Problems: Focus on Problems View");
  const problem = page.locator(".markers-panel .monaco-list-row", { hasText: "no barrier is between them" });
  await problem.waitFor();
  assert.match(await problem.innerText(), /fencepost/);
  lap("problem listed");

  await problem.dblclick(); // the cursor goes to the finding, the focus to the editor
  await page.locator(".editor-instance .monaco-editor.focused").waitFor();
  await run("Show or Focus Hover");
  const hover = page.locator(".monaco-hover:not(.hidden)", { hasText: "missing-barrier" }).first();
  await hover.waitFor();
  assert.ok(await hover.locator("a", { hasText: "missing-barrier" }).count(), "the code links to the rule's page");
  assert.match(await hover.innerText(), /%lds/);
  await picture("hover");
  await page.keyboard.press("Escape");
  lap("hover shown");

  await page.keyboard.press("Control+j"); // closes the panel of the problems
  await run("fencepost: Show Kernel Picture");
  const frame = await until("the picture", async () => {
    for (const inner of page.frames())
      if (inner !== page.mainFrame() && await inner.locator("svg").count().catch(() => 0)) return inner;
    return null;
  });
  assert.match(await frame.locator("body").innerText(), /memref\.store/);
  await new Promise((resolve) => setTimeout(resolve, 500)); // for the screenshot alone: the panel slides in
  await picture("picture");
  lap("picture shown");
  const before = await frame.locator("body").innerHTML();

  // The quick fix. The menu is asked for once the light bulb says that the cursor has settled.
  await line("memref.load").click();
  await page.keyboard.press("Home");
  await run("Go to Next Problem (Error, Warning, Info)");
  await page.keyboard.press("Escape");
  await editor.locator("[class*=lightbulb], [class*=codicon-light]").first().waitFor();
  await page.keyboard.press("Control+.");
  const action = page.locator(".action-widget .monaco-list-row", { hasText: /^insert/ }).first();
  await action.waitFor();
  await picture("fix");
  for (let i = 0; i < 20 && !/focused/.test(await action.getAttribute("class")); i++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter"); // not a click: an overlay takes the pointer
  await squiggles.first().waitFor({ state: "detached" });
  await page.keyboard.press("Control+s");
  const fixed = await until("the saved fix", () => {
    const text = fs.readFileSync(file, "utf8");
    return text !== source && text;
  });
  assert.match(fixed, /memref\.store[^\n]*\n[^\n]*barrier[^\n]*\n[^\n]*memref\.load/s);
  lap("quick fix applied and saved");
  await until("the picture follows the text", async () => {
    for (const inner of page.frames()) {
      const text = inner === page.mainFrame() ? "" : await inner.locator("body").innerHTML().catch(() => "");
      if (text.includes("<svg") && text !== before) return true;
    }
    return false;
  });
  lap("the picture follows");

  await line("memref.load").click();
  await run("fencepost: Apply All Safe Fixes");
  await page.locator(".squiggly-warning").first().waitFor({ state: "detached" });
  await page.keyboard.press("Control+s");
  lap("all safe fixes applied");

  await run("fencepost: Choose Target");
  await page.locator(".quick-input-box input").fill("gfx1201");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "gfx1201" }).first().waitFor();
  await picture("target");
  await page.keyboard.press("Enter");
  await page.locator(".statusbar-item", { hasText: "gfx1201" }).first().waitFor();
  const settings = path.join(workspace, ".vscode/settings.json");
  await until("the setting is saved", () => fs.existsSync(settings) && /"fencepost.target": "gfx1201"/.test(fs.readFileSync(settings, "utf8")));
  lap("target chosen, setting saved, server told");

  process.kill(servers()[0], "SIGKILL");
  await toast("ended unexpectedly").waitFor();
  await until("another server", () => servers().length === 1);
  lap("a killed server is started anew, with one message");
  assert.equal(await page.locator(".notification-list-item", { hasText: "ended unexpectedly" }).count(), 1);
  await run("Notifications: Clear All Notifications");

  fs.writeFileSync(settings, '{"fencepost.path": "/no/such/fencepost"}');
  await toast("/no/such/fencepost is not a program").waitFor();
  await picture("missing");
  await until("no server", () => servers().length === 0);
  await run("Notifications: Clear All Notifications");
  fs.writeFileSync(settings, "{}");
  await until("the server again", () => servers().length === 1);
  lap("missing program told, and found again");

  // A program of another version still works, and its user knows.
  const bundled = path.join(extensions, fs.readdirSync(extensions).find((name) => name.startsWith("fencepost.fencepost")), "bin/fencepost");
  const other = path.join(home, "other-version");
  fs.writeFileSync(other, `#!/bin/sh\n[ "$1" = --version ] && echo fencepost 99.0.0 || exec '${bundled}' "$@"\n`, { mode: 0o755 });
  fs.writeFileSync(settings, JSON.stringify({ "fencepost.path": other }));
  await toast("is fencepost 99.0.0, this extension is for").waitFor();
  await until("its server", () => servers().length === 1);
  await run("Notifications: Clear All Notifications");
  lap("another version is told and used");

  const outside = path.join(home, "outside of the folder.mlir");
  fs.writeFileSync(outside, source);
  await quickOpen(outside);
  await squiggles.first().waitFor();
  const code = await page.locator(".statusbar-item", { hasText: "gfx" }).first().innerText();
  assert.match(code, /gfx942/); // the setting of the workspace is gone with its file, and this one has its own
  lap("a file outside of the workspace is checked");

  // fencepost.json is checked by its schema in the editor, and by the server for what it means.
  await quickOpen("fencepost.json");
  await page.locator(".editor-instance .view-line", { hasText: "target" }).first().waitFor();
  fs.writeFileSync(configuration, '{\n  "tagret": "gfx942"\n}\n');
  await page.locator(".squiggly-warning, .squiggly-error").first().waitFor();
  lap("a wrong key of fencepost.json is underlined");
  failed = 0;
} catch (error) {
  console.error(error);
  await page?.screenshot({ path: path.join(os.tmpdir(), "vscode-failure.png") });
} finally {
  await browser?.close();
  process.kill(-server.pid, "SIGTERM"); // the group: file watchers outlive a kill of the parent
  if (server.exitCode === null) await once(server, "exit");
  fs.rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
console.log(failed ? "VS Code: FAILED" : "VS Code: passed");
process.exitCode = failed;
