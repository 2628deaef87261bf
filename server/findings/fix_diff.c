#include "findings/fix_diff.h"
#include "base/arena.h"
#include "base/memory.h"
#include "base/str.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    fp_str *data;
    size_t len;
} line_list;

static void *allocate(size_t count, size_t size) {
    void *memory = fp_memory_zeroed(count + 1, size);
    return memory;
}

/* Lines with their ends. */
static line_list split(fp_str text) {
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++) count += text.data[i] == '\n';
    line_list lines = { allocate(count + 1, sizeof *lines.data), 0 };
    for (size_t start = 0; start < text.len;) {
        const char *end = memchr(text.data + start, '\n', text.len - start);
        size_t stop = end ? (size_t)(end - text.data) + 1 : text.len;
        lines.data[lines.len++] = fp_str_slice(text, start, stop);
        start = stop;
    }
    return lines;
}

/* What became of the lines: kept ones are marked on both sides. Myers' greedy search for the shortest script, between
 * the first and the last difference. */
typedef struct {
    line_list a, b;
    bool *kept_a, *kept_b;
    size_t head, tail;
} difference;

static size_t reach(const difference *d, size_t n, size_t m, size_t x, size_t y) {
    while (x < n && y < m && fp_str_equal(d->a.data[d->head + x], d->b.data[d->head + y])) x++, y++;
    return x;
}

static void walk_back(difference *d, size_t **rows, size_t steps, size_t n, size_t m) {
    size_t x = n, y = m;
    for (size_t step = steps; step > 0; step--) {
        const size_t *before = rows[step - 1] + step - 1; /* centred: index by diagonal */
        ptrdiff_t k = (ptrdiff_t)x - (ptrdiff_t)y, span = (ptrdiff_t)step - 1;
        bool down = k == -(ptrdiff_t)step || (k != (ptrdiff_t)step && (k + 1 <= span ? before[k + 1] : 0) >
                                                                          (k - 1 >= -span ? before[k - 1] : 0));
        ptrdiff_t from = down ? k + 1 : k - 1;
        size_t start_x = before[from], start_y = (size_t)((ptrdiff_t)start_x - from);
        size_t after_x = down ? start_x : start_x + 1, after_y = down ? start_y + 1 : start_y;
        while (x > after_x && y > after_y) {
            x--, y--;
            d->kept_a[d->head + x] = d->kept_b[d->head + y] = true;
        }
        x = start_x, y = start_y;
    }
    while (x > 0 && y > 0) {
        x--, y--;
        d->kept_a[d->head + x] = d->kept_b[d->head + y] = true;
    }
}

static void search(difference *d) {
    size_t n = d->a.len - d->head - d->tail, m = d->b.len - d->head - d->tail, steps = 0;
    size_t **rows = allocate(FP_DIFF_MAX + 1, sizeof *rows);
    bool found = false;
    for (; steps <= FP_DIFF_MAX && steps <= n + m && !found; steps++) {
        size_t *row = allocate(2 * steps + 1, sizeof *row), *at = row + steps;
        const size_t *before = steps ? rows[steps - 1] + steps - 1 : NULL;
        ptrdiff_t span = (ptrdiff_t)steps;
        for (ptrdiff_t k = -span; k <= span; k += 2) {
            size_t x = 0;
            if (steps > 0) {
                size_t above = k + 1 <= span - 1 ? before[k + 1] : 0, left = k - 1 >= -(span - 1) ? before[k - 1] : 0;
                bool down = k == -span || (k != span && above > left);
                x = down ? above : left + 1;
            }
            ptrdiff_t y = (ptrdiff_t)x - k;
            at[k] = y >= 0 && x <= n && (size_t)y <= m ? reach(d, n, m, x, (size_t)y) : x;
            if (at[k] == n && (ptrdiff_t)n - k == (ptrdiff_t)m) found = true;
        }
        rows[steps] = row;
        if (found) break;
    }
    if (found) walk_back(d, rows, steps, n, m);
    for (size_t i = 0; i <= FP_DIFF_MAX && rows[i]; i++) free(rows[i]);
    free(rows);
}

static void compare(difference *d) {
    while (d->head < d->a.len && d->head < d->b.len && fp_str_equal(d->a.data[d->head], d->b.data[d->head])) d->head++;
    while (d->tail + d->head < d->a.len && d->tail + d->head < d->b.len &&
           fp_str_equal(d->a.data[d->a.len - d->tail - 1], d->b.data[d->b.len - d->tail - 1]))
        d->tail++;
    for (size_t i = 0; i < d->head; i++) d->kept_a[i] = d->kept_b[i] = true;
    for (size_t i = 1; i <= d->tail; i++) d->kept_a[d->a.len - i] = d->kept_b[d->b.len - i] = true;
    search(d);
}

static void write_line(struct fp_out *out, char mark, fp_str line, const char *color, const fp_style *style) {
    bool ends = line.len && line.data[line.len - 1] == '\n';
    fp_out_printf(out, "%s%c%.*s%s\n", color, mark, (int)(line.len - ends), line.data, *color ? style->reset : "");
    if (!ends) fp_out_text(out, "\\ No newline at end of file\n");
}

/* One hunk: from (i, j) as far as differences are at most twice the context apart. Returns where it ends in `i` and
 * `j`. */
static void write_hunk(struct fp_out *out, const difference *d, size_t *i, size_t *j, const fp_style *style) {
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

static difference find_difference(fp_str old_text, fp_str new_text) {
    difference d = { .a = split(old_text), .b = split(new_text) };
    d.kept_a = allocate(d.a.len, sizeof *d.kept_a);
    d.kept_b = allocate(d.b.len, sizeof *d.kept_b);
    compare(&d);
    return d;
}

static void drop_difference(difference *d) {
    free(d->a.data);
    free(d->b.data);
    free(d->kept_a);
    free(d->kept_b);
}

void fp_diff_write(struct fp_out *out, fp_str path, fp_str old_text, fp_str new_text, const fp_style *style) {
    if (fp_str_equal(old_text, new_text)) return;
    difference d = find_difference(old_text, new_text);
    const char *slash = path.len && path.data[0] == '/' ? "" : "/";
    fp_out_printf(out, "%s--- a%s%.*s%s\n%s+++ b%s%.*s%s\n", style->strong, slash, FP_STR_ARG(path), style->reset,
                  style->strong, slash, FP_STR_ARG(path), style->reset);
    for (size_t i = 0, j = 0; i < d.a.len || j < d.b.len;) {
        bool same = i < d.a.len && j < d.b.len && d.kept_a[i] && d.kept_b[j];
        if (same)
            i++, j++;
        else
            write_hunk(out, &d, &i, &j, style);
    }
    drop_difference(&d);
}

fp_edits fp_diff_edits(struct fp_arena *keep, fp_str old_text, fp_str new_text) {
    fp_edits edits = { 0 };
    difference d = find_difference(old_text, new_text);
    uint32_t from = 0;
    for (size_t i = 0, j = 0; i < d.a.len || j < d.b.len;) {
        uint32_t to = from;
        fp_str text = { new_text.data, 0 };
        for (; i < d.a.len && !d.kept_a[i]; i++) to += (uint32_t)d.a.data[i].len;
        for (; j < d.b.len && !d.kept_b[j]; j++) {
            if (text.len == 0) text.data = d.b.data[j].data;
            text.len += d.b.data[j].len;
        }
        if (to > from || text.len) *FP_PUSH(keep, &edits) = (fp_edit){ { from, to }, fp_str_copy(keep, text) };
        from = to;
        for (; i < d.a.len && j < d.b.len && d.kept_a[i] && d.kept_b[j]; i++, j++) from += (uint32_t)d.a.data[i].len;
    }
    drop_difference(&d);
    return edits;
}
