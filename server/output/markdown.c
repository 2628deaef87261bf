#include "output/markdown.h"
#include "base/str.h"
#include "output/unicode.h"

typedef struct {
    struct fp_out *out;
    const fp_style *style;
    size_t indent, width, column; /* column: 0 at the start of a line */
    size_t hang;                  /* further blanks before all lines of a list item but its first */
    bool in_code;
} flow;

static fp_str take_line(fp_str *text) {
    size_t end = fp_str_find(*text, '\n');
    fp_str line = fp_str_slice(*text, 0, end);
    *text = fp_str_slice(*text, end + 1, text->len);
    return line;
}

static void end_line(flow *f) {
    if (f->column) fp_out_text(f->out, "\n");
    f->column = 0;
}

/* Colours replace the backquotes of `code` where there are colours. */
static void write_word(flow *f, fp_str word) {
    for (size_t i = 0; i < word.len; i++) {
        if (word.data[i] != '`' || !*f->style->code) {
            fp_out_repeat(f->out, word.data[i], 1);
            continue;
        }
        f->in_code = !f->in_code;
        fp_out_text(f->out, f->in_code ? f->style->code : f->style->reset);
    }
}

static void write_words(flow *f, fp_str line) {
    while ((line = fp_str_trim(line)).len) {
        size_t end = fp_str_find(line, ' ');
        fp_str word = fp_str_slice(line, 0, end);
        size_t columns = fp_text_width(word);
        if (f->column && f->column + 1 + columns > f->width) end_line(f);
        if (f->column) {
            fp_out_text(f->out, " ");
            f->column++;
        } else {
            fp_out_repeat(f->out, ' ', f->indent + f->hang);
            f->column = f->indent + f->hang;
        }
        write_word(f, word);
        f->column += columns;
        line = fp_str_slice(line, end, line.len);
    }
}

void fp_markdown_write(struct fp_out *out, fp_str text, size_t indent, size_t width, const fp_style *style) {
    flow f = { .out = out, .style = style, .indent = indent, .width = width };
    bool fenced = false;
    while (text.len) {
        fp_str line = take_line(&text), trimmed = fp_str_trim(line);
        if (fp_str_starts(trimmed, FP_STR("```"))) {
            end_line(&f);
            fenced = !fenced;
        } else if (fenced) {
            fp_out_visible_lines(out, line.len ? line : FP_STR("\n"), indent + 2);
        } else if (trimmed.len == 0) {
            end_line(&f);
            fp_out_text(out, "\n");
            f.hang = 0;
        } else {
            if (fp_str_starts(trimmed, FP_STR("- ")) || fp_str_starts(trimmed, FP_STR("* "))) {
                end_line(&f);
                fp_out_repeat(out, ' ', indent);
                fp_out_text(out, "-");
                f.column = indent + 1;
                f.hang = 2;
                trimmed = fp_str_slice(trimmed, 2, trimmed.len);
            }
            write_words(&f, trimmed);
        }
    }
    end_line(&f);
}
