#!/bin/sh
# used.sh ANALYSIS: every sentence of facts/sentences.def is said somewhere, and every argument's name is used.
set -u
export LC_ALL=C
analysis=$1
names=$(sed -n -e 's/^FINDING(\([A-Z_0-9]*\), \([A-Z_0-9]*\),.*/FP_SAYS_\1_\2/p' -e 's/^PLACE(\([A-Z_0-9]*\),.*/FP_AT_\1/p' \
    -e 's/^WORDS(\([A-Z_0-9]*\),.*/FP_WORD_\1/p' "$analysis/facts/sentences.def"
    sed -n -e 's/^    ROW(\([A-Z_0-9]*\),.*/FP_ARG_\1/p' "$analysis/include/fencepost.h")
test "$(echo "$names" | wc -l)" -gt 300 || { echo "the table is not where it was"; exit 1; }
# The second time that a name comes by it is used: those of the code stand twice.
unused=$({ echo "$names" | sort -u; grep -ohE 'FP_(SAYS|AT|WORD|ARG)_[A-Z_0-9]+' "$analysis"/*/*.c | sort -u | sed 'p'; } | sort | uniq -u)
test -z "$unused" || { echo "nothing says:"; echo "$unused"; exit 1; }
