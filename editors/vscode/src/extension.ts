// Starts the server and leaves the protocol to vscode-languageclient; commands and the picture are what it adds.
import { execFile } from "node:child_process";
import * as path from "node:path";
import { promisify } from "node:util";
import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { isKernelEditor, PicturePanel, TargetItem } from "./picture";
import { findServer, Restarts, tellMissing } from "./server";

/** What fails while the server is away goes to the output: its end is told once, by Restarts. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

let client: LanguageClient | undefined;
let program = "";
let output: vscode.OutputChannel;

async function stop(): Promise<void> {
  const old = client;
  client = undefined;
  await old?.dispose().catch(() => undefined); // one that never came up has nothing to stop
}

async function start(context: vscode.ExtensionContext): Promise<void> {
  await stop();
  const found = await findServer(context);
  if ("trouble" in found) {
    output.appendLine(found.trouble);
    void tellMissing(found.trouble);
    return;
  }
  program = found.program;
  output.appendLine(`starting ${program}, version ${found.version}`);
  if (found.warning) void vscode.window.showWarningMessage(found.warning);
  // The pages of the rules come along: codes of findings link to them.
  const rulePages = vscode.Uri.joinPath(context.extensionUri, "rules").toString();
  client = new QuietClient("fencepost", "fencepost", { command: program, args: ["lsp"] }, {
    documentSelector: [{ language: "mlir" }],
    synchronize: { configurationSection: "fencepost", fileEvents: vscode.workspace.createFileSystemWatcher("**/fencepost.json") },
    initializationOptions: { ...vscode.workspace.getConfiguration("fencepost"), rulePages },
    middleware: {
      workspace: {
        configuration: async (params, token, next) => {
          const answers = await next(params, token);
          if (!Array.isArray(answers)) return answers;
          return answers.map((answer, i) => (params.items[i]?.section === "fencepost" ? { ...(answer as object), rulePages } : answer));
        },
      },
    },
    outputChannel: output,
    errorHandler: new Restarts(),
  });
  try {
    await client.start();
  } catch (error) {
    void vscode.window.showErrorMessage(`${program} did not start: ${error instanceof Error ? error.message : error}`);
  }
}

/** The chips that the program knows, with a line about each. */
async function chips(): Promise<vscode.QuickPickItem[]> {
  const { stdout } = await promisify(execFile)(program, ["targets", "--output-format", "json"]);
  const rows = JSON.parse(stdout) as { chip: string; vendor: string; waveSizes: string; sharedBytes: number | null }[];
  return rows.map((row) => ({ label: row.chip, description: `${row.vendor}, waves of ${row.waveSizes}, ${(row.sharedBytes ?? 0) / 1024} KiB shared` }));
}

async function chooseTarget(): Promise<void> {
  if (!program) return;
  const own = "what each kernel says";
  const chosen = await vscode.window.showQuickPick([{ label: own, description: "no override" }, ...(await chips())], {
    title: "Check kernels for", matchOnDescription: true,
  });
  if (!chosen) return;
  const target = chosen.label === own ? undefined : chosen.label;
  // In a window with several folders the choice is for the folder of the file; where no setting can be written, for as long as the server runs.
  const document = vscode.window.activeTextEditor?.document, folders = vscode.workspace.workspaceFolders ?? [];
  const folder = document && vscode.workspace.getWorkspaceFolder(document.uri);
  const where = !folders.length ? vscode.ConfigurationTarget.Global
    : folders.length > 1 && folder ? vscode.ConfigurationTarget.WorkspaceFolder : vscode.ConfigurationTarget.Workspace;
  try {
    await vscode.workspace.getConfiguration("fencepost", folder).update("target", target, where);
    await client?.sendRequest("workspace/executeCommand", { command: "fencepost.setTarget", arguments: [] }); // what was chosen in its stead before
  } catch (error) {
    output.appendLine(`the setting was not written: ${error instanceof Error ? error.message : error}`);
    await client?.sendRequest("workspace/executeCommand", { command: "fencepost.setTarget", arguments: target ? [target] : [] });
    void vscode.window.showWarningMessage(`Checked for ${chosen.label} until the server ends: the setting cannot be written here.`);
  }
}

async function fixAll(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!client?.isRunning() || !isKernelEditor(editor)) return;
  await client.sendRequest("workspace/executeCommand", {
    command: "fencepost.fixAll", arguments: [client.code2ProtocolConverter.asUri(editor.document.uri)],
  });
}

/** Opens the configuration that holds for the file at hand, or a new one in its workspace folder. */
async function openConfiguration(): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  const folder = (document && vscode.workspace.getWorkspaceFolder(document.uri)) ?? vscode.workspace.workspaceFolders?.[0];
  if (!folder) {
    void vscode.window.showInformationMessage("fencepost.json lies in a folder: open one first.");
    return;
  }
  const start = document?.uri.fsPath.startsWith(folder.uri.fsPath) ? path.dirname(document.uri.fsPath) : folder.uri.fsPath;
  for (let at = start; ; at = path.dirname(at)) {
    const file = vscode.Uri.file(path.join(at, "fencepost.json"));
    const exists = await vscode.workspace.fs.stat(file).then(() => true, () => false);
    if (!exists && at !== folder.uri.fsPath && at !== path.dirname(at)) continue;
    const shown = exists ? file : file.with({ scheme: "untitled" });
    const editor = await vscode.window.showTextDocument(shown);
    if (!exists) await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '{\n  "target": ""\n}\n'));
    return;
  }
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  output = vscode.window.createOutputChannel("fencepost");
  const picture = new PicturePanel(() => client), target = new TargetItem(() => client);
  const follow = () => {
    picture.follow();
    target.follow();
  };
  const checkedAnew = () => {
    picture.follow();
    target.forget();
  };
  const restart = () => start(context).then(checkedAnew);
  context.subscriptions.push(output, picture, target,
    vscode.commands.registerCommand("fencepost.restart", restart),
    vscode.commands.registerCommand("fencepost.showOutput", () => output.show()),
    vscode.commands.registerCommand("fencepost.showPicture", () => picture.open()),
    vscode.commands.registerCommand("fencepost.fixAllInFile", fixAll),
    vscode.commands.registerCommand("fencepost.chooseTarget", () => chooseTarget().then(checkedAnew)),
    vscode.commands.registerCommand("fencepost.openConfiguration", openConfiguration),
    vscode.window.onDidChangeActiveTextEditor(follow),
    vscode.window.onDidChangeTextEditorSelection(follow),
    vscode.languages.onDidChangeDiagnostics(checkedAnew),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("fencepost.path")) void restart();
      else if (change.affectsConfiguration("fencepost")) checkedAnew();
    }));
  await restart();
}

export const deactivate = stop;
