// Which program is started, and what is done when there is none or it ends.
import { execFile } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import { promisify } from "node:util";
import * as vscode from "vscode";
import { CloseAction, CloseHandlerResult, ErrorAction, ErrorHandler, ErrorHandlerResult } from "vscode-languageclient/node";

const name = "fencepost";

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The setting, else the program of this package, else the one on PATH. What is wrong comes back as words. */
function findProgram(context: vscode.ExtensionContext): { program: string } | { trouble: string } {
  const chosen = vscode.workspace.getConfiguration("fencepost").get<string>("path", "").trim();
  if (chosen) {
    const file = chosen.replace(/^~(?=[/\\])/, process.env.HOME ?? "~");
    return isProgram(file) ? { program: file } : { trouble: `fencepost.path: ${file} is not a program` };
  }
  const bundled = path.join(context.extensionPath, "bin", name);
  const onPath = (process.env.PATH ?? "").split(path.delimiter).filter(Boolean).map((folder) => path.join(folder, name));
  const found = [bundled, ...onPath].find(isProgram);
  return found ? { program: found } : { trouble: "fencepost is not installed: it is neither part of this package nor on PATH" };
}

const runs = promisify(execFile);
const VERSION_TIMEOUT_MS = 10_000;

/** The program to start, when it is fencepost. Settings and requests of this extension fit those of its minor version; of others `warning` tells. */
export async function findServer(context: vscode.ExtensionContext): Promise<{ program: string; version: string; warning?: string } | { trouble: string }> {
  const found = findProgram(context);
  if ("trouble" in found) return found;
  const { program } = found;
  const said = await runs(program, ["--version"], { timeout: VERSION_TIMEOUT_MS }).then((answer) => answer.stdout, (error) => String(error?.message ?? error));
  const version = /^fencepost (\d+\.\d+\.\d+\S*)/.exec(said)?.[1];
  if (!version) return { trouble: `${program} is not fencepost: ${said.trim().split("\n")[0].slice(0, 200) || "it does not say its version"}` };
  const minor = (text: string) => text.split(".").slice(0, 2).join("."), ours = minor(String(context.extension.packageJSON.version));
  if (minor(version) === ours) return { program, version };
  return { program, version, warning: `${program} is fencepost ${version}, this extension is for ${ours}: some things may not work.` };
}

export async function tellMissing(trouble: string): Promise<void> {
  const how = "How to install", settings = "Open settings";
  const answer = await vscode.window.showErrorMessage(`${trouble}. Install its wheel or its tarball, or say where it is.`, how, settings);
  if (answer === how) await vscode.commands.executeCommand("workbench.action.openWalkthrough", "fencepost.fencepost#fencepost.start");
  if (answer === settings) await vscode.commands.executeCommand("workbench.action.openSettings", "fencepost.path");
}

/** A message with what can be done about a server that is gone. */
export async function tellEnded(text: string): Promise<void> {
  const again = "Restart", show = "Show output";
  const answer = await vscode.window.showErrorMessage(text, again, show);
  if (answer === again) await vscode.commands.executeCommand("fencepost.restart");
  if (answer === show) await vscode.commands.executeCommand("fencepost.showOutput");
}

/** A server that ends is started anew, each time later, with one message; after some times it is left. */
export class Restarts implements ErrorHandler {
  private static readonly MOST = 4;
  private static readonly FIRST_MS = 500;
  private static readonly FORGET_MS = 180_000;
  private ends: number[] = [];
  lastEnd = 0;

  error(): ErrorHandlerResult {
    return { action: ErrorAction.Continue, handled: true };
  }

  async closed(): Promise<CloseHandlerResult> {
    const now = (this.lastEnd = Date.now());
    this.ends = [...this.ends.filter((time) => now - time < Restarts.FORGET_MS), now];
    if (this.ends.length > Restarts.MOST) {
      void tellEnded("fencepost ended again and again; it is not started anew.");
      return { action: CloseAction.DoNotRestart, handled: true };
    }
    if (this.ends.length === 1) void tellEnded("fencepost ended unexpectedly and is started anew.");
    await new Promise((resolve) => setTimeout(resolve, Restarts.FIRST_MS * 2 ** (this.ends.length - 1)));
    return { action: CloseAction.Restart, handled: true };
  }
}
