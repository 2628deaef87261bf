#!/bin/sh
# run.sh PROGRAM: eglot, unmodified, set up by editors/emacs/mlir-fencepost.el, headless, in a home of its own.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command -v emacs >/dev/null || { echo 'skipped: no emacs'; exit 77; }
emacs --batch --eval '(progn (require (quote package)) (package-initialize) (unless (require (quote eglot) nil t) (kill-emacs 77)))' 2>/dev/null ||
    { echo 'skipped: emacs has no eglot'; exit 77; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cp "$here/../../cli/files/race.mlir" "$tmp/"
HOME=$tmp PROGRAM=$1 SETUP=$here/../../../editors/emacs/mlir-fencepost.el FILE=$tmp/race.mlir timeout 180 emacs --batch -l "$here/test.el"
