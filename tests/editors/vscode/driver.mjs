// Starts VS Code (code-server) and drives its windows in Chromium as a user would.
// Environment: CODE_SERVER (its entry), CHROMIUM (default /usr/bin/chromium), SHOTS (folder of the screenshots).
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";

const entry = process.env.CODE_SERVER, shots = process.env.SHOTS;
const begin = Date.now();
export const lap = (what) => console.log(`${((Date.now() - begin) / 1000).toFixed(1)} s  ${what}`);

const usual = {
  "security.workspace.trust.enabled": false, "workbench.startupEditor": "none", "files.simpleDialog.enable": true, "editor.minimap.enabled": false,
  "telemetry.telemetryLevel": "off", "extensions.autoUpdate": false, "extensions.autoCheckUpdates": false, "extensions.ignoreRecommendations": true,
  "workbench.colorTheme": "Default Light Modern", "breadcrumbs.enabled": false, "chat.commandCenter.enabled": false, "workbench.tips.enabled": false,
};

export async function until(what, condition) {
  for (let i = 0; i < 300; i++) {
    const value = await condition();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`timed out: ${what}`);
}

/** One window: what its user sees and does. */
class Window {
  constructor(page) {
    this.page = page;
    this.editor = page.locator(".editor-instance .monaco-editor").first();
    this.squiggles = page.locator(".squiggly-error");
  }

  line(text) { return this.editor.locator(".view-line", { hasText: text }).first(); }

  toasts(text) { return this.page.locator(".notification-list-item", { hasText: text }); }

  toast(text) { return this.toasts(text).first(); }

  status(text) { return this.page.locator(".statusbar-item", { hasText: text }).first(); }

  shot(name) { return this.page.screenshot({ path: path.join(shots, `vscode-${name}.png`) }); }

  /** A command by its title, through the palette. */
  async run(title) {
    await this.page.keyboard.press("F1");
    await this.choose(">" + title, title.replace(/^.*: /, ""));
  }

  async quickOpen(name) {
    await this.page.keyboard.press("Control+p");
    await this.choose(name, path.basename(name));
  }

  /** Types into the box and takes the row that this leads to: Enter takes the focused one, whatever it is. */
  async choose(typed, row) {
    await this.page.locator(".quick-input-box input").fill(typed);
    await this.page.locator(".quick-input-list .monaco-list-row.focused", { hasText: row }).first().waitFor();
    await this.page.keyboard.press("Enter");
  }

  /** The hover at the cursor, once it says `text`. */
  async hover(text) {
    await this.page.locator(".editor-instance .monaco-editor.focused").waitFor();
    await this.run("Show or Focus Hover");
    const hover = this.page.locator(".monaco-hover:not(.hidden)", { hasText: text }).first();
    await hover.waitFor();
    return hover;
  }

  /** Puts the cursor where the problem in this line begins. */
  async goToProblem(line) {
    await this.line(line).click();
    await this.page.keyboard.press("Home");
    await this.run("Go to Next Problem (Error, Warning, Info)");
    await this.page.keyboard.press("Escape");
  }

  /** The menu of actions at the problem in this line, with the focus on the row that `pattern` fits. */
  async offerFix(line, pattern) {
    await this.goToProblem(line);
    await this.editor.locator("[class*=lightbulb], [class*=codicon-light]").first().waitFor(); // the cursor has settled
    await this.page.keyboard.press("Control+.");
    const action = this.page.locator(".action-widget .monaco-list-row", { hasText: pattern }).first();
    await action.waitFor();
    for (let i = 0; i < 20 && !/focused/.test(await action.getAttribute("class")); i++) await this.page.keyboard.press("ArrowDown");
  }

  /** The contents of a webview that fit. */
  async webview(what, fits) {
    return until(what, async () => {
      for (const inner of this.page.frames())
        if (inner !== this.page.mainFrame() && await fits(inner).catch(() => false)) return inner;
      return null;
    });
  }

  /** Over when they are gone: a message that comes later is not cleared. */
  async clearToasts() {
    await this.run("Notifications: Clear All Notifications");
    await until("no notification", async () => (await this.toasts(/./).count()) === 0);
  }
}

/** Runs `test` with a VS Code of its own that has these extensions; status 1 when it fails. */
export async function drive(name, vsixes, test) {
  // A home of the test's own: nothing is read from or left in $HOME.
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "vscode-e2e-"));
  const data = path.join(home, "data"), extensions = path.join(home, "extensions");
  fs.mkdirSync(path.join(data, "User"), { recursive: true });
  const settings = (more = {}) => fs.writeFileSync(path.join(data, "User", "settings.json"), JSON.stringify({ ...usual, ...more }));
  settings();
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, PATH: "/usr/bin:/bin" };
  const common = [entry, "--config", path.join(home, "config.yaml"), "--user-data-dir", data, "--extensions-dir", extensions];
  for (const vsix of vsixes) {
    const install = spawnSync(process.execPath, [...common, "--install-extension", vsix], { env, encoding: "utf8" });
    assert.equal(install.status, 0, install.stdout + install.stderr);
  }
  lap("extension installed");

  const port = await new Promise((resolve) => {
    const probe = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
  const log = fs.openSync(path.join(home, "code-server.log"), "w");
  const server = spawn(process.execPath, [...common, "--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check"],
    { env, stdio: ["ignore", log, log], detached: true }); // a group of its own: it starts many

  let browser, page, failed = 1;
  const code = {
    home, settings,
    bundled: path.join(extensions, fs.readdirSync(extensions).find((folder) => folder.startsWith("fencepost.fencepost")), "bin/fencepost"),

    /** The language servers of this run: those whose program lies in its extensions. */
    servers: () => fs.readdirSync("/proc").filter((pid) => /^\d+$/.test(pid)).filter((pid) => {
      try {
        return fs.readlinkSync(`/proc/${pid}/exe`).startsWith(extensions);
      } catch {
        return false;
      }
    }).map(Number),

    /** A window on a folder or a .code-workspace, with a file open; the one before is closed. */
    async open(workspace, file) {
      await page?.close();
      page = await browser.newPage({ viewport: { width: 1180, height: 640 } });
      page.setDefaultTimeout(45_000);
      // With the authority: without it the document and its diagnostics have two URIs.
      const open = JSON.stringify([["openFile", `vscode-remote://127.0.0.1:${port}${file}`]]);
      const kind = workspace.endsWith(".code-workspace") ? "workspace" : "folder";
      await page.goto(`http://127.0.0.1:${port}/?${kind}=${encodeURIComponent(workspace)}&payload=${encodeURIComponent(open)}`);
      return new Window(page);
    },
  };
  try {
    await until("code-server answers", () => fetch(`http://127.0.0.1:${port}/healthz`).then((reply) => reply.ok, () => false));
    lap("code-server answers");
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
        "--disable-sync"],
    });
    await test(code);
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
  console.log(failed ? `VS Code, ${name}: FAILED` : `VS Code, ${name}: passed`);
  process.exitCode ||= failed;
}
