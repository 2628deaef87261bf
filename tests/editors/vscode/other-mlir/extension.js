// Says something of its own at each place where an extension for a language can.
const vscode = require("vscode");

exports.activate = (context) => {
  const all = { language: "mlir" }, found = vscode.languages.createDiagnosticCollection("mlir");
  const check = (document) => {
    if (document.languageId === "mlir") found.set(document.uri, [new vscode.Diagnostic(new vscode.Range(0, 0, 0, 2), "the other's words", vscode.DiagnosticSeverity.Information)]);
  };
  vscode.workspace.textDocuments.forEach(check);
  context.subscriptions.push(found, vscode.workspace.onDidOpenTextDocument(check),
    vscode.commands.registerCommand("mlir.restart", () => undefined),
    vscode.languages.registerHoverProvider(all, { provideHover: () => new vscode.Hover("the other's words") }),
    vscode.languages.registerCompletionItemProvider(all, { provideCompletionItems: () => [new vscode.CompletionItem("the.other")] }),
    vscode.languages.registerDefinitionProvider(all, { provideDefinition: () => undefined }));
};
