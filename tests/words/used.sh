#!/bin/sh
# used.sh ANALYSIS: every sentence of facts/sentences.def is said somewhere, and every argument's name is used.
set -u
analysis=$1 failed=0
code=$(cat "$analysis"/*/*.c)
names=$(sed -n -e 's/^FINDING(\([A-Z_0-9]*\), \([A-Z_0-9]*\),.*/FP_SAYS_\1_\2/p' -e 's/^PLACE(\([A-Z_0-9]*\),.*/FP_AT_\1/p' \
    -e 's/^WORDS(\([A-Z_0-9]*\),.*/FP_WORD_\1/p' "$analysis/facts/sentences.def"
    sed -n -e 's/^    ROW(\([A-Z_0-9]*\),.*/FP_ARG_\1/p' "$analysis/include/fencepost.h")
test "$(echo "$names" | wc -l)" -gt 300 || { echo "the table is not where it was"; exit 1; }
for name in $names; do
    case $code in
    *"$name"[!A-Z_0-9]*) ;;
    *) echo "nothing says $name"; failed=1 ;;
    esac
done
exit $failed
