# check.awk: the rules of layers.txt (first file) applied to the facts that check.sh collected (second file).

function regex(pattern) {
    gsub(/[.+]/, "\\\\&", pattern)
    gsub(/\*/, ".*", pattern)
    return "^" pattern "$"
}
function fits(text, patterns,    list, i, n) {
    n = split(patterns, list, " ")
    for (i = 1; i <= n; i++) if (text ~ regex(list[i])) return 1
    return 0
}
function rest(from,    i, text) {
    for (i = from; i <= NF; i++) text = text " " $i
    return text
}
function folder(file) { return substr(file, 1, index(file, "/") - 1) }
function module(file) { sub(/\.[a-z]+$/, "", file); return file }

# Number of a file's folder in its part's list; -1: the table does not say.
function layer(file,    part) {
    split(file, part, "/")
    return (part[1] "/" part[2]) in layer_of && part[3] != "" ? layer_of[part[1] "/" part[2]] : -1
}

# The file of the project that an include means: named from the top of its part, or public.
function resolve(file, name) {
    if ((folder(file) "/" name) in source) return folder(file) "/" name
    if (("analysis/" name) in source) return "analysis/" name
    if (("analysis/include/" name) in source) return "analysis/include/" name
    return ""
}

# An archive keeps the file names of its objects, "arena.c", without their folders.
function object_source(object,    file) {
    for (file in source) if (substr(file, length(file) - length(object)) == "/" object) return module(file)
    return object
}
function complain(where, what) { print where ": " what; bad = 1 }

function check_include(file, line, header,    name, target, where) {
    where = file ":" line
    name = substr(header, 2, length(header) - 2)
    if (name ~ /(^|\/)\.\.(\/|$)/) { complain(where, "include path with ..: " name); return }
    if (name in owner) {
        if (!fits(module(file), owner[name])) complain(where, name " belongs to" owner[name])
        return
    }
    target = resolve(file, name)
    if (target == "") {
        if (header ~ /^"/) complain(where, "includes what is not in the tree: " name)
        else if (folder(file) in allowed && !fits(name, allowed[folder(file)])) complain(where, folder(file) " may not use <" name ">")
        return
    }
    if (folder(target) != folder(file)) {
        if (!fits(module(target), sees[folder(file)])) complain(where, folder(file) " may not see " target)
    } else if (layer(file) >= 0 && layer(target) > layer(file)) {
        complain(where, "includes " target ", which stands above it")
    }
}

# Where `name` begins a word of `text`; 0: nowhere.
function word_in(text, name,    at, from) {
    for (from = 1; (at = index(substr(text, from), name)); from += at) {
        at += from - 1
        if (at == 1 || substr(text, at - 1, 1) !~ /[A-Za-z0-9_.]/) return at
        at -= from - 1
    }
    return 0
}

# A dialect is named by its dot, and what comes behind it: `gpu.barrier`, or the end of the string, not of a sentence. A chip by a digit.
function check_string(file, line, text,    name, at, next_one) {
    if (fits(file, strings_of)) return
    for (name in known_name) {
        at = word_in(text, name)
        next_one = substr(text, at + length(name), 1)
        if (at && (known_name[name] == "dialect" ? next_one ~ /[A-Za-z_%"]/ : known_name[name] != "chip" || next_one ~ /[0-9%"]/))
            complain(file ":" line, "names the " known_name[name] " " name " in " text ": a fact for a table")
    }
}

FNR == 1 { file_number++ }
file_number == 1 && $1 == "folders" { for (i = 3; i <= NF; i++) layer_of[$2 "/" $i] = i - 2 }
file_number == 1 && $1 == "sees" { sees[$2] = rest(3) }
file_number == 1 && $1 == "owner" { owner[$2] = rest(3) }
file_number == 1 && $1 == "header" { allowed[$2] = rest(3) }
file_number == 1 && $1 == "names" { strings_of = rest(2) }
file_number == 1 && $1 == "changes" { may_change[$2] = rest(3) }
file_number == 1 && $1 == "symbol" { symbol_of[++symbol_count] = $2; symbol_names[symbol_count] = rest(3) }

# Facts come in any order: they are kept until all sources are known.
file_number == 2 && ($1 == "source" || $1 == "known") { source[$2] = 1 }
file_number == 2 && ($1 == "dialect" || $1 == "chip" || $1 == "vendor" || $1 == "tag") { known_name[$2] = $1; next }
file_number == 2 { fact[++fact_count] = $0 }

END {
    for (f = 1; f <= fact_count; f++) {
        split(fact[f], part, " ")
        if (part[1] == "source" && layer(part[2]) < 0) complain(part[2], "stands in no folder of the table")
        if (part[1] == "include") check_include(part[2], part[3], part[4])
        if (part[1] == "string") check_string(part[2], part[3], substr(fact[f], index(fact[f], "\"")))
        if (part[1] == "cast") complain(part[2] ":" part[3], "casts a pointer through a number: a const may get lost")
        if (part[1] == "written") complain(part[2] ":" part[3], "writes out the name of an attribute: a row for attributes.def")
        if (part[1] == "global" && !fits(part[3], may_change[object_source(part[2])])) complain(part[2], "global that can change: " part[3])
        if (part[1] == "call") {
            for (s = 1; s <= symbol_count; s++)
                if (fits(object_source(part[2]), symbol_of[s]) && fits(part[3], symbol_names[s])) break
            if (s > symbol_count) complain(part[2], "may not use " part[3])
        }
    }
    exit bad
}
