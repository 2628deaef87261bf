# circles.awk: the calls between the files of a part (second file: `nm -A` of its objects) against layers.txt (first file).
#
# A file is named folder/file.c, by the end of its object's path. Two files of one folder that call each other, directly or by way of others, form
# a circle; a call from a lower folder into a higher one runs upwards. Every call of either kind is printed, names of functions in any order.

FNR == 1 { file_number++ }
file_number == 1 && $1 == "folders" && $2 == part { for (i = 3; i <= NF; i++) layer[$i] = i - 2 }

file_number == 2 && match($0, /[^\/]+\/[^\/]+\.o:/) {
    file = substr($0, RSTART, RLENGTH - 3)
    if ($(NF - 1) == "U") needs[file, $NF] = 1
    else if ($(NF - 1) ~ /^[A-Z]$/) owner[$NF] = file
}

function folder(file) { return substr(file, 1, index(file, "/") - 1) }

function climbs(from, to) { return layer[folder(from)] < layer[folder(to)] }

# Which files can be reached from `start` by calls that do not run upwards.
function walk(start,    list, count, at, next_file, k) {
    list[count = 1] = start
    for (at = 1; at <= count; at++)
        for (k = 1; k <= calls[list[at]]; k++) {
            next_file = called[list[at], k]
            if ((start, next_file) in reaches) continue
            reaches[start, next_file] = 1
            list[++count] = next_file
        }
}

END {
    for (name in owner) defined++
    if (!defined) print "no object defines anything: " part
    for (pair in needs) {
        split(pair, need, SUBSEP)
        if (!(need[2] in owner) || owner[need[2]] == need[1]) continue
        edge = need[1] SUBSEP owner[need[2]]
        if (!(edge in names) && !climbs(need[1], owner[need[2]])) called[need[1], ++calls[need[1]]] = owner[need[2]]
        names[edge] = names[edge] " " need[2]
    }
    for (file in calls) walk(file)
    for (edge in names) {
        split(edge, end, SUBSEP)
        words = end[1] " calls" names[edge] " of " end[2]
        if (climbs(end[1], end[2])) print words ", which stands above it"
        else if ((end[2], end[1]) in reaches) print words ", which calls back"
    }
}
