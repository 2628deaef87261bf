#!/bin/sh
# without_libuv.sh NM MODULE: of the names that the module looks for elsewhere, none is libuv's, nor a parser's.
set -eu
needed=$("$1" --dynamic --undefined-only "$2")
case $needed in *' free'*) ;; *) echo "no names of the C library: $1 does not show what $2 needs"; exit 1 ;; esac
! echo "$needed" | grep -E ' (uv|ts)_'
