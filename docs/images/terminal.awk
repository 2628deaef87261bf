# terminal.awk: what a terminal would show of its input (text with colour escapes), as an SVG picture. Run with LC_ALL=C: it counts bytes.
#   awk -v title='$ command' -f terminal.awk

BEGIN {
    character = 8.43; line_height = 20; margin = 18; columns = 60
    split("#484f58 #ff7b72 #7ee787 #e3b341 #79c0ff #d2a8ff #76e3ea #c9d1d9", colour, " ")
    reset()
    print_line(title)
    lines++ # an empty one below the command
}

function reset() { bold = dim = underline = 0; foreground = colour[8] }

function style(codes,    list, i, n) {
    n = split(codes, list, ";")
    if (n == 0) reset()
    for (i = 1; i <= n; i++) {
        if (list[i] + 0 == 0) reset()
        else if (list[i] == 1) bold = 1
        else if (list[i] == 2) dim = 1
        else if (list[i] == 4) underline = 1
        else if (list[i] == 22) bold = dim = 0
        else if (list[i] == 39) foreground = colour[8]
        else if (list[i] >= 30 && list[i] <= 37) foreground = colour[list[i] - 29]
        else if (list[i] >= 90 && list[i] <= 97) foreground = colour[list[i] - 89]
    }
}

function width(text) { gsub(/[\200-\277]/, "", text); return length(text) } # characters of UTF-8, each one column

# Every piece says where it starts and how wide it is, so that columns meet in whatever font the reader has.
function piece(text,    wide) {
    wide = width(text)
    if (text ~ /[^ ]/) {
        gsub(/&/, "\\&amp;", text)
        gsub(/</, "\\&lt;", text)
        gsub(/>/, "\\&gt;", text)
        body = body sprintf("<text x=\"%.1f\" y=\"%d\" textLength=\"%.1f\" fill=\"%s\"%s%s%s>%s</text>\n",
                            margin + column * character, margin + (lines + 1) * line_height - 5, wide * character, foreground,
                            bold ? " font-weight=\"bold\"" : "", dim ? " opacity=\"0.6\"" : "",
                            underline ? " text-decoration=\"underline\"" : "", text)
    }
    column += wide
}

function print_line(line,    codes) {
    column = 0
    while (match(line, /\033\[[0-9;]*m/)) {
        piece(substr(line, 1, RSTART - 1))
        codes = substr(line, RSTART + 2, RLENGTH - 3)
        line = substr(line, RSTART + RLENGTH)
        style(codes)
    }
    piece(line)
    if (column > columns) columns = column
    lines++
}

{ print_line($0) }

END {
    wide = 2 * margin + columns * character
    high = 2 * margin + lines * line_height
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\"", wide, high, wide, high
    print " font-family=\"ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"14\" xml:space=\"preserve\">"
    # Browsers of today collapse blanks in spite of xml:space, which older viewers go by.
    print "<style>text{white-space:pre}</style>"
    print "<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#0d1117\"/>"
    printf "%s</svg>\n", body
}
