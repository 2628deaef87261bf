#!/bin/sh
# check.sh ROOT TABLE                          prints every include under ROOT that breaks TABLE (layers.txt tells its form)
# check.sh ROOT TABLE OBJDUMP NM ARCHIVE..     likewise every changeable global and needed name in the objects of ARCHIVE..
#
# Paths are absolute. Status 1 when anything was printed. Globals and calls are looked for in objects, where no macro hides them.
set -eu
root=$1 table=$2
shift 2
cd "$root"

sources() { find analysis server -name '*.[ch]' -o -name '*.def' | LC_ALL=C sort; }

includes() { # FILE LINE HEADER, the header with its quotes or angles
    sources | xargs awk 'match($0, /^[ \t]*#[ \t]*include[ \t]*/) {
        header = substr($0, RLENGTH + 1)
        sub(/[ \t]*(\/[*\/].*)?$/, "", header)
        print "include", FILENAME, FNR, header
    }' /dev/null
}

# WHAT NAME: what the tables of facts know, and no other string may name: dialects, how chips are called, vendors, tags of fences.
names() {
    for table in analysis/facts/ops.def analysis/facts/address.def analysis/facts/targets.def analysis/facts/mmra.def; do
        [ -f "$table" ] || continue
        awk '
            function first(from) { rest = substr($0, from); return substr(rest, 1, index(rest, "\"") - 1) }
            match($0, /^FP_(OP|SHORT)\("/) && (dot = index(name = first(RLENGTH + 1), ".")) { print "dialect", substr(name, 1, dot) }
            match($0, /^FP_CHIP_SPELLING\([A-Z]+, "/) { print "chip", first(RLENGTH + 1) }
            match($0, /^FP_VENDOR_WORD\([A-Z]+, "/) { print "vendor", first(RLENGTH + 1) }
            match($0, /^FP_MMRA_TAG\("/) { print "tag", first(RLENGTH + 1) }' "$table"
    done
}

# FILE LINE STRING for each string literal of the sources, comments and include lines left out.
strings() {
    sources | xargs awk '
        FNR == 1 { comment = 0 }
        /^[ \t]*#[ \t]*include/ { next }
        {
            text = $0
            while (text != "") {
                if (comment) {
                    end = index(text, "*/")
                    if (!end) break
                    comment = 0
                    text = substr(text, end + 2)
                } else if (!match(text, /\/\*|\/\/|"([^"\\]|\\.)*"|\047([^\047\\]|\\.)*\047/)) break
                else {
                    found = substr(text, RSTART, RLENGTH)
                    text = substr(text, RSTART + RLENGTH)
                    if (found == "//") break
                    if (found == "/*") comment = 1
                    else if (substr(found, 1, 1) == "\"") print "string", FILENAME, FNR, found
                }
            }
        }' /dev/null
}

# FILE LINE for each call that reads an attribute whose name is written out there.
written_names() {
    sources | grep -v '^analysis/facts/' | xargs awk '
        function names(text, reader,    depth, i, c) { # is there a string that is not empty in the call?
            for (; match(text, reader); text = substr(text, RSTART + RLENGTH)) {
                depth = 1
                for (i = RSTART + RLENGTH; i <= length(text) && depth; i++) {
                    c = substr(text, i, 1)
                    if (c == "\"" && substr(text, i + 1, 1) != "\"") return 1
                    if (c == "\"") i++
                    depth += (c == "(") - (c == ")")
                }
            }
            return 0
        }
        BEGIN { reader = "(^|[^a-z_])fp_(ir_(attribute|attribute_int|says|string)|op_text_find|tiling_(field_of|number|list))[(]" }
        FNR == 1 { statement = "" }
        {
            gsub(/\/\*([^*]|\*+[^*\/])*\*\//, "")
            sub(/\/\/.*/, "")
            statement = statement " " $0
        }
        /[;{}]/ {
            if (names(statement, reader)) print "written", FILENAME, FNR
            statement = ""
        }' /dev/null
}

casts() { # FILE LINE of each pointer that is cast through a number: that is how a const is lost without a warning
    sources | xargs awk '/\*\) *\(uintptr_t\)/ { print "cast", FILENAME, FNR }' /dev/null
}

# Mutable data: what stands in a writable section. Constant tables with pointers are in .data.rel.ro, which the loader seals.
globals() {
    objdump=$1
    shift
    for archive; do
        "$objdump" -t "$archive" 2>/dev/null | awk '
            /file format/ { object = $1; sub(/\.o:$/, "", object) }
            /[ \t](\.data|\.bss|\.tdata|\.tbss|\*COM\*)/ && !/[ \t]\.data\.rel\.ro/ && $NF !~ /^\./ { print "global", object, $NF }'
    done
}

calls() { # names that an object needs from elsewhere
    nm=$1
    shift
    for archive; do "$nm" -A "$archive" 2>/dev/null; done | awk '
        $(NF - 1) == "U" { sub(/^[^:]*:/, ""); object = $1; sub(/\.o:.*$/, "", object); print "call", object, $NF }'
}

{
    if [ $# -eq 0 ]; then
        sources | sed 's/^/source /'
        includes
        names
        strings
        written_names
        casts
    else
        objdump=$1 nm=$2
        shift 2
        sources | sed 's/^/known /'
        globals "$objdump" "$@"
        calls "$nm" "$@"
    fi
} | LC_ALL=C sort -u | awk -f "$(dirname "$table")/check.awk" "$table" -
