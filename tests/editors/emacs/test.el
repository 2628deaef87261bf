;;; Finding, hover, fix and save, as a user's keys would do them. $FILE is a copy of tests/cli/files/race.mlir.
(setq create-lockfiles nil make-backup-files nil eglot-sync-connect 30 eglot-autoshutdown t)
(require 'cl-lib)
(require 'package)
(package-initialize)                    ; Debian's elpa-eglot is in a site directory
(load (getenv "SETUP") nil t)
(setq mlir-fencepost-command (list (getenv "PROGRAM") "lsp"))

(defun wait-for (what condition)
  (let ((deadline (+ (float-time) 60)))
    (while (not (funcall condition))
      (when (> (float-time) deadline) (error "Timed out waiting for %s" what))
      (accept-process-output nil 0.05))))

(condition-case problem
    (progn
      (find-file (getenv "FILE"))
      (cl-assert (eq major-mode 'mlir-mode))
      (apply #'eglot (eglot--guess-contact)) ; as M-x eglot; eglot-ensure waits for a command loop
      (flymake-start)
      (wait-for "two diagnostics" (lambda () (= 2 (length (flymake-diagnostics)))))
      (let ((race (cl-find-if (lambda (found) (string-match-p "no barrier is between" (flymake-diagnostic-text found))) (flymake-diagnostics))))
        (cl-assert race)
        (goto-char (flymake-diagnostic-beg race))
        (cl-assert (looking-at-p "memref\\.load")))
      (let ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams))))
        (cl-assert (string-match-p "%lds" (format "%s" hover))))
      (let* ((actions (append (eglot-code-actions (point) nil "quickfix") nil))
             (insert (cl-find-if (lambda (action) (string-match-p "\\`Insert" (plist-get action :title))) actions))
             (edit (or (plist-get insert :edit) (plist-get (jsonrpc-request (eglot-current-server) :codeAction/resolve insert) :edit))))
        (cl-assert insert)
        (eglot--apply-workspace-edit edit)) ; the menu needs a person
      (save-buffer)                     ; changes wait for Emacs to be idle, which a batch never is
      (wait-for "no race" (lambda () (flymake-start)
                            (cl-notany (lambda (found) (string-match-p "no barrier is between" (flymake-diagnostic-text found))) (flymake-diagnostics))))
      (cl-assert (eq 0 (call-process (getenv "PROGRAM") nil nil nil "lint" "--select" "missing-barrier" (getenv "FILE"))))
      (eglot-shutdown (eglot-current-server))
      (princ (format "emacs %s, eglot: passed\n" emacs-version))
      (kill-emacs 0))
  (error (princ (format "FAILED: %S\n" problem))
         (kill-emacs 1)))
