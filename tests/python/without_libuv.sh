#!/bin/sh
# without_libuv.sh NM MODULE: of the names that the module looks for elsewhere, none is libuv's.
set -eu
needed=$("$1" --dynamic --undefined-only "$2")
case $needed in *' ts_parser_parse'*) ;; *) echo "no names of tree-sitter: $1 does not show what $2 needs"; exit 1 ;; esac
! echo "$needed" | grep ' uv_'
