#!/bin/sh
# grammar.sh CMAKE SOURCE: grammar.js and the parser made from it belong together. `./dev grammar` leaves the hashes of both in SHA256SUMS:
# who edits one of them without that command changes a hash. Where the command has built its tool, the parser is made once more and compared.
set -eu
cmake=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$source/grammar"
"$cmake" -E sha256sum $(sed 's/^[^ ]*  //' src/SHA256SUMS) >"$work/sums"
if ! diff src/SHA256SUMS "$work/sums"; then
    echo 'FAILED: these are not the files that ./dev grammar made last (< as made, > as they are); run it'
    exit 1
fi

tool=$source/.cache/tree-sitter-cli/bin/tree-sitter
[ -x "$tool" ] || exit 0
cp grammar.js tree-sitter.json package.json "$work"
(cd "$work" && "$tool" generate --abi 14 --js-runtime native)
status=0
for name in parser.c grammar.json node-types.json; do
    cmp "$work/src/$name" "src/$name" || status=1
done
exit $status
