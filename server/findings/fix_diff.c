#include "findings/fix_diff.h"
#include "base/arena.h"
#include "base/line_diff.h"
#include "base/str.h"

static void write_line(struct fp_out *out, char mark, fp_str line, const char *color, const fp_style *style) {
    bool ends = line.len && line.data[line.len - 1] == '\n';
    fp_out_printf(out, "%s%c%.*s%s\n", color, mark, (int)(line.len - ends), line.data, *color ? style->reset : "");
    if (!ends) fp_out_text(out, "\\ No newline at end of file\n");
}

/* One hunk: from (i, j) as far as differences are at most twice the context apart. Returns where it ends in `i` and
 * `j`. */
static void write_hunk(struct fp_out *out, const fp_line_diff *d, size_t *i, size_t *j, const fp_style *style) {
    size_t from_a = *i, from_b = *j, to_a = *i, to_b = *j, kept = 0;
    for (size_t a = *i, b = *j; (a < d->a.len || b < d->b.len) && kept <= 2 * FP_DIFF_CONTEXT;) {
        if (a < d->a.len && !d->kept_a[a])
            a++, kept = 0;
        else if (b < d->b.len && !d->kept_b[b])
            b++, kept = 0;
        else
            a++, b++, kept++;
        if (kept <= FP_DIFF_CONTEXT) to_a = a, to_b = b;
    }
    size_t lead = from_a < FP_DIFF_CONTEXT ? from_a : FP_DIFF_CONTEXT;
    from_a -= lead, from_b -= lead;
    fp_out_printf(out, "%s@@ -%zu,%zu +%zu,%zu @@%s\n", style->place, from_a + (to_a > from_a), to_a - from_a,
                  from_b + (to_b > from_b), to_b - from_b, style->reset);
    size_t a = from_a, b = from_b;
    while (a < to_a || b < to_b) {
        if (a < to_a && !d->kept_a[a])
            write_line(out, '-', d->a.data[a++], style->level[FP_LEVEL_ERROR], style);
        else if (b < to_b && !d->kept_b[b])
            write_line(out, '+', d->b.data[b++], style->code, style);
        else
            write_line(out, ' ', d->a.data[a++], "", style), b++;
    }
    *i = to_a, *j = to_b;
}

/* As git writes names, so that it and `patch` read them: one with a blank ends in a tab, an odd one is quoted. */
static void write_name(struct fp_out *out, const char *mark, char side, fp_str path, const fp_style *style) {
    bool odd = false, blank = false;
    for (size_t i = 0; i < path.len; i++) {
        odd |= (unsigned char)path.data[i] < ' ' || path.data[i] == '"' || path.data[i] == '\\' || path.data[i] == 127;
        blank |= path.data[i] == ' ';
    }
    fp_out_printf(out, "%s%s %s%c%s", style->strong, mark, odd ? "\"" : "", side,
                  fp_str_starts(path, FP_STR("/")) ? "" : "/");
    for (size_t i = 0; i < path.len; i++) {
        unsigned char c = (unsigned char)path.data[i];
        fp_out_printf(out, c < ' ' || c == 127 ? "\\%03o" : odd && (c == '"' || c == '\\') ? "\\%c" : "%c", c);
    }
    fp_out_printf(out, "%s%s%s\n", odd ? "\"" : "", blank && !odd ? "\t" : "", style->reset);
}

void fp_diff_write(struct fp_out *out, fp_str path, fp_str old_text, fp_str new_text, const fp_style *style) {
    if (fp_str_equal(old_text, new_text)) return;
    struct fp_arena *scratch = fp_arena_new();
    fp_line_diff d = fp_line_diff_find(scratch, old_text, new_text);
    write_name(out, "---", 'a', path, style);
    write_name(out, "+++", 'b', path, style);
    for (size_t i = 0, j = 0; i < d.a.len || j < d.b.len;) {
        bool same = i < d.a.len && j < d.b.len && d.kept_a[i] && d.kept_b[j];
        if (same)
            i++, j++;
        else
            write_hunk(out, &d, &i, &j, style);
    }
    fp_arena_drop(scratch);
}
