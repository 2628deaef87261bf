// Starts the server and leaves the protocol to vscode-languageclient; commands and the picture are what it adds.
import { execFile } from "node:child_process";
import * as path from "node:path";
import { promisify } from "node:util";
import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";
import { goToLine, isKernelEditor, PicturePanel, TargetItem, withPicture, withPictures } from "./picture";
import { findServer, Restarts, tellEnded, tellMissing } from "./server";

/** What fails while the server is away goes to the output: its end is told once, by Restarts, and a start that fails here. */
const END_TOLD_MS = 1_000;
class QuietClient extends LanguageClient {
  constructor(private readonly restarts: Restarts, name: string, server: ServerOptions, options: LanguageClientOptions) {
    super(name, name, server, { ...options, errorHandler: restarts });
  }

  override async start(): Promise<void> {
    try {
      await super.start();
    } catch (error) {
      const failed = Date.now(), words = `${program} did not start: ${error instanceof Error ? error.message : error}`;
      setTimeout(() => { // a program that started and ended is told by Restarts
        if (!this.isRunning() && this.restarts.lastEnd < failed - END_TOLD_MS) void tellEnded(words);
      }, END_TOLD_MS);
      throw error;
    }
  }

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
  const settings = vscode.workspace.getConfiguration("fencepost");
  const args = ["lsp", "--log-level", settings.get("logLevel", "warning"), ...settings.get<string[]>("arguments", [])];
  client = new QuietClient(new Restarts(), "fencepost", { command: program, args }, {
    documentSelector: [{ language: "mlir" }],
    synchronize: { configurationSection: "fencepost", fileEvents: vscode.workspace.createFileSystemWatcher("**/fencepost.json") },
    initializationOptions: settings,
    middleware: {
      provideCodeLenses: async (document, token, next) => withPictures(await next(document, token), document),
      provideCodeActions: async (document, range, context, token, next) => withPicture(await next(document, range, context, token), context),
      // Of files that are not open: only on demand, or every folder that is opened turns red.
      provideWorkspaceDiagnostics: (known, token, report, next) =>
        vscode.workspace.getConfiguration("fencepost").get("workspaceDiagnostics", false) ? next(known, token, report) : { items: [] },
    },
    outputChannel: output,
  });
  await client.start().catch(() => undefined); // told by the client
}

/** The chips that the program knows, with a line about each. */
async function chips(): Promise<vscode.QuickPickItem[]> {
  const { stdout } = await promisify(execFile)(program, ["targets", "--output-format", "json"]);
  const rows = JSON.parse(stdout) as { chip: string; vendor: string; products: string; waveSizes: string; sharedBytes: number | null }[];
  const facts = (row: (typeof rows)[number]) =>
    [row.vendor === "-" ? "any vendor" : `${row.vendor} ${row.products}`.trim(), `waves of ${row.waveSizes.replaceAll(",", " or ")}`, ...(row.sharedBytes ? [`${row.sharedBytes / 1024} KiB shared`] : [])].join(", ");
  return rows.map((row) => ({ label: row.chip, description: facts(row) }));
}

async function chooseTarget(): Promise<void> {
  if (!program) return;
  const own = "what each kernel says";
  const now = vscode.workspace.getConfiguration("fencepost", vscode.window.activeTextEditor?.document).get<string>("target", "") || own;
  const rows = [{ label: own, description: "no override" }, ...(await chips())].map((row) => ({ ...row, detail: row.label === now ? "chosen now" : undefined }));
  const chosen = await vscode.window.showQuickPick(rows, { title: "Check kernels for", matchOnDescription: true });
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
    vscode.commands.registerCommand("fencepost.showPicture", async (uri?: unknown, line?: unknown) => {
      if (typeof uri === "string" && typeof line === "number") await goToLine(uri, line); // of a lens
      await picture.open();
    }),
    vscode.commands.registerCommand("fencepost.goToLine", goToLine),
    vscode.commands.registerCommand("fencepost.fixAllInFile", fixAll),
    vscode.commands.registerCommand("fencepost.chooseTarget", () => chooseTarget().then(checkedAnew)),
    vscode.commands.registerCommand("fencepost.openConfiguration", openConfiguration),
    vscode.window.onDidChangeActiveTextEditor(follow),
    vscode.window.onDidChangeTextEditorSelection(follow),
    vscode.languages.onDidChangeDiagnostics(checkedAnew),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (["path", "arguments", "logLevel", "workspaceDiagnostics"].some((key) => change.affectsConfiguration(`fencepost.${key}`))) void restart();
      else if (change.affectsConfiguration("fencepost")) checkedAnew();
    }));
  await restart();
}

export const deactivate = stop;
