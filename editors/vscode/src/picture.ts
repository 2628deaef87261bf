// The picture of the kernel at the cursor: a panel that follows it, and the chip in the status bar.
import * as vscode from "vscode";
import { LanguageClient, LSPErrorCodes, Range, ResponseError } from "vscode-languageclient/node";

type Format = "html" | "text";
type Picture = { kernel: string; version: number; content: string } | null;
type Kernel = { name: string; range: Range; target: string; targetSource: string; unjudged?: string };

const FOLLOW_MS = 150;

/** Asks about the editor's document. null: there is nothing to say; "later": the text has moved on meanwhile. */
async function ask<Answer>(client: LanguageClient | undefined, method: string, editor: vscode.TextEditor, more: object = {}): Promise<Answer | null | "later"> {
  if (!client?.isRunning()) return null;
  try {
    const textDocument = { uri: client.code2ProtocolConverter.asUri(editor.document.uri) };
    return await client.sendRequest<Answer | null>(method, { textDocument, ...more });
  } catch (error) {
    return error instanceof ResponseError && error.code === LSPErrorCodes.ContentModified ? "later" : null;
  }
}

/** Of the kernel at the cursor. */
const askPicture = (client: LanguageClient | undefined, editor: vscode.TextEditor, format: Format) =>
  ask<Picture>(client, "fencepost/show", editor, { position: { line: editor.selection.active.line, character: editor.selection.active.character }, format });

export const isKernelEditor = (editor: vscode.TextEditor | undefined): editor is vscode.TextEditor => editor?.document.languageId === "mlir";

/** Calls `run` once things have settled after a burst of calls. */
export function settled(run: () => void, delay = FOLLOW_MS): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, delay);
  };
}

const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`;
const linkStyle = `<style>.rows a{color:inherit;text-decoration:none;display:block}.rows a:hover{background:var(--vscode-editor-hoverHighlightBackground)}</style>`;

/** The page with its rows as links to their lines: command links need no script. */
function linked(content: string, uri: vscode.Uri): string {
  const to = (line: string) => `command:fencepost.goToLine?${encodeURIComponent(JSON.stringify([uri.toString(), Number(line)]))}`;
  const rows = content.replace(/^<div id="L(\d+)">(.*)<\/div>$/gm, (_, line: string, row: string) => `<div id="L${line}"><a href="${to(line)}">${row}</a></div>`);
  return rows.replace("<meta charset", `${policy}<meta charset`).replace("</head>", `${linkStyle}</head>`);
}

const page = (body: string) => `<!DOCTYPE html>${policy}<p>${body}</p>`;

export class PicturePanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private shown = "";
  readonly follow = settled(() => void this.update());

  constructor(private readonly client: () => LanguageClient | undefined) {}

  async open(): Promise<void> {
    if (this.panel) this.panel.reveal(undefined, true);
    else {
      const where = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      this.panel = vscode.window.createWebviewPanel("fencepost.picture", "Kernel", where, { enableScripts: false, enableCommandUris: ["fencepost.goToLine"], localResourceRoots: [] });
      this.panel.onDidDispose(() => {
        this.panel = undefined;
        this.shown = "";
      });
    }
    await this.update();
  }

  /** Keeps the last picture while the cursor is elsewhere. */
  private async update(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (!this.panel || !isKernelEditor(editor)) return;
    const picture = await askPicture(this.client(), editor, "html");
    if (picture === "later") return this.follow();
    if (!this.panel || (this.shown && (picture?.content ?? this.shown) === this.shown)) return;
    this.shown = picture?.content ?? "";
    this.panel.title = picture ? `Kernel ${picture.kernel}` : "Kernel";
    this.panel.webview.html = picture ? linked(picture.content, editor.document.uri) : page("No kernel is at the cursor.");
  }

  dispose(): void {
    this.panel?.dispose();
  }
}

/** "gfx942" of the kernel at the cursor, beside the language's name; a click offers the others. */
export class TargetItem implements vscode.Disposable {
  private readonly item = vscode.languages.createLanguageStatusItem("fencepost.target", { language: "mlir" });
  private readonly bar = vscode.window.createStatusBarItem("fencepost.target", vscode.StatusBarAlignment.Right, 90);
  private known: { key: string; kernels: Kernel[] } | undefined;
  readonly follow = settled(() => void this.update());

  constructor(private readonly client: () => LanguageClient | undefined) {
    this.item.name = this.bar.name = "fencepost target";
    this.item.command = { command: "fencepost.chooseTarget", title: "Choose" };
    this.bar.command = "fencepost.chooseTarget";
    this.set("fencepost");
  }

  private set(text: string, detail = "the chip that kernels are checked for"): void {
    this.item.text = this.bar.text = text;
    this.item.detail = this.bar.tooltip = detail;
  }

  /** Asked for once for each version of a text and its settings: moving the cursor asks nothing. */
  private async kernelsOf(editor: vscode.TextEditor): Promise<Kernel[] | null | "later"> {
    const key = `${editor.document.version} ${editor.document.uri}`;
    if (this.known?.key === key) return this.known.kernels;
    const kernels = await ask<Kernel[]>(this.client(), "fencepost/kernels", editor);
    if (kernels && kernels !== "later") this.known = { key, kernels };
    return kernels;
  }

  /** After new settings or a new check the kernels may have other targets. */
  forget(): void {
    this.known = undefined;
    this.follow();
  }

  private async update(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (!isKernelEditor(editor)) {
      this.bar.hide();
      return;
    }
    this.bar.show();
    const runs = this.client()?.isRunning() ?? false;
    this.item.severity = runs ? vscode.LanguageStatusSeverity.Information : vscode.LanguageStatusSeverity.Error;
    this.bar.backgroundColor = runs ? undefined : new vscode.ThemeColor("statusBarItem.errorBackground");
    this.bar.command = runs ? "fencepost.chooseTarget" : "fencepost.restart";
    if (!runs) return this.set("$(error) fencepost does not run", "nothing is checked: click to start the server again");
    const kernels = await this.kernelsOf(editor);
    if (kernels === "later") return this.follow();
    const line = editor.selection.active.line;
    const around = kernels?.filter(({ range }) => range.start.line <= line && line <= range.end.line).pop() ?? kernels?.[0]; // outside of kernels: the file's first
    if (around) this.set(`$(${around.unjudged ? "question" : "circuit-board"}) ${around.target}`,
      `kernel ${around.name} is checked for ${around.target} (${around.targetSource})${around.unjudged ? `; not judged: ${around.unjudged}` : ""}`);
    else this.set("$(circuit-board) fencepost", "no kernel in this file");
  }

  dispose(): void {
    this.item.dispose();
    this.bar.dispose();
  }
}

/** Shows a line of a text, in the column where it stands already. */
export async function goToLine(uri: string, line: number): Promise<void> {
  const where = vscode.Uri.parse(uri), at = new vscode.Position(line - 1, 0);
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === where.toString());
  await vscode.window.showTextDocument(where, { viewColumn: shown?.viewColumn ?? vscode.ViewColumn.One, selection: new vscode.Range(at, at) });
}

/** One more lens above each kernel, behind those of the server. */
export function withPictures(lenses: vscode.CodeLens[] | null | undefined, document: vscode.TextDocument): vscode.CodeLens[] | null | undefined {
  if (!lenses) return lenses;
  const kernels = new Map(lenses.map((lens) => [lens.range.start.line, lens.range]));
  const picture = (range: vscode.Range) =>
    new vscode.CodeLens(range, { title: "picture", command: "fencepost.showPicture", arguments: [document.uri.toString(), range.start.line + 1] });
  return [...lenses, ...[...kernels.values()].map(picture)];
}

/** One more action for a finding, behind those of the server. */
export function withPicture(actions: (vscode.Command | vscode.CodeAction)[] | null | undefined, context: vscode.CodeActionContext): typeof actions {
  const kind = vscode.CodeActionKind.QuickFix;
  if (!actions?.length || !context.diagnostics.length || (context.only && !context.only.contains(kind))) return actions;
  const show = new vscode.CodeAction("Show the picture of this kernel", kind);
  show.command = { title: show.title, command: "fencepost.showPicture" };
  return [...actions, show];
}
