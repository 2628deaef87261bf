// Which program is started, and what is done when there is none or it ends.
import { execFile } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import { promisify } from "node:util";
import * as vscode from "vscode";
import { CloseAction, CloseHandlerResult, ErrorAction, ErrorHandler, ErrorHandlerResult } from "vscode-languageclient/node";

const name = process.platform === "win32" ? "fencepost.exe" : "fencepost";

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The setting, else the program of this package, else the one on PATH. What is wrong comes back as words. */
export function findProgram(context: vscode.ExtensionContext): { program: string } | { trouble: string } {
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

export async function tellMissing(trouble: string): Promise<void> {
  const how = "How to install", settings = "Open settings";
  const answer = await vscode.window.showErrorMessage(`${trouble}. Install its wheel or its tarball, or say where it is.`, how, settings);
  if (answer === how) await vscode.commands.executeCommand("workbench.action.openWalkthrough", "fencepost.fencepost#fencepost.start");
  if (answer === settings) await vscode.commands.executeCommand("workbench.action.openSettings", "fencepost.path");
}

const runs = promisify(execFile);

/** Settings and requests fit a server of the same minor version. */
export async function checkVersion(program: string, ours: string): Promise<void> {
  const { stdout } = await runs(program, ["--version"]);
  const theirs = /\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? "of unknown version";
  const minor = (version: string) => version.split(".").slice(0, 2).join(".");
  if (minor(theirs) !== minor(ours))
    void vscode.window.showWarningMessage(`${program} is fencepost ${theirs}, this extension is for ${minor(ours)}: some things may not work.`);
}

/** A server that ends is started anew, each time later, with one message; after some times it is left. */
export class Restarts implements ErrorHandler {
  private static readonly MOST = 4;
  private static readonly FIRST_MS = 500;
  private static readonly FORGET_MS = 180_000;
  private ends: number[] = [];

  error(): ErrorHandlerResult {
    return { action: ErrorAction.Continue, handled: true };
  }

  async closed(): Promise<CloseHandlerResult> {
    const now = Date.now();
    this.ends = [...this.ends.filter((time) => now - time < Restarts.FORGET_MS), now];
    if (this.ends.length > Restarts.MOST) {
      const again = "Restart";
      void vscode.window.showErrorMessage("fencepost ended again and again; it is not started anew.", again).then((answer) => {
        if (answer === again) void vscode.commands.executeCommand("fencepost.restart");
      });
      return { action: CloseAction.DoNotRestart, handled: true };
    }
    if (this.ends.length === 1) void vscode.window.showWarningMessage("fencepost ended unexpectedly and is started anew. Its output may say why.");
    await new Promise((resolve) => setTimeout(resolve, Restarts.FIRST_MS * 2 ** (this.ends.length - 1)));
    return { action: CloseAction.Restart, handled: true };
  }
}
