;;; mlir-fencepost.el --- MLIR buffers with fencepost's findings -*- lexical-binding: t -*-

;; For init.el:  (load "/path/to/mlir-fencepost.el")
;; Eglot is part of Emacs 29; for 28 it is a package.

;;; Code:
(require 'eglot)

(defvar mlir-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 12" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?% "_" table)
    (modify-syntax-entry ?@ "_" table)
    (modify-syntax-entry ?. "_" table)
    table))

(unless (fboundp 'mlir-mode)            ; LLVM's mlir-mode.el is as good
  (define-derived-mode mlir-mode prog-mode "MLIR"
    "A mode for MLIR that knows comments, strings and names."
    (setq-local comment-start "// ")
    (setq-local font-lock-defaults
                '((("[@][A-Za-z_][A-Za-z0-9_$.]*" . font-lock-function-name-face)
                   ("%[A-Za-z0-9_$.-]+" . font-lock-variable-name-face)
                   ("\\_<[a-z_][A-Za-z0-9_]*\\(\\.[A-Za-z0-9_$]+\\)+" . font-lock-keyword-face)
                   ("[!#][A-Za-z][A-Za-z0-9_$.]*" . font-lock-type-face)))))
  (add-to-list 'auto-mode-alist '("\\.mlir\\'" . mlir-mode)))

(defcustom mlir-fencepost-command '("fencepost" "lsp")
  "The command line of the language server."
  :type '(repeat string)
  :group 'eglot)

(add-to-list 'eglot-server-programs (cons 'mlir-mode (lambda (&rest _) mlir-fencepost-command)))
(add-hook 'mlir-mode-hook #'eglot-ensure)

(provide 'mlir-fencepost)
;;; mlir-fencepost.el ends here
