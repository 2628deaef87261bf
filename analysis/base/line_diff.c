#include "base/line_diff.h"
#include <string.h>

static fp_line_list split(struct fp_arena *keep, fp_str text) {
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++) count += text.data[i] == '\n';
    fp_line_list lines = { FP_NEW(keep, fp_str, count + 1), 0 };
    for (size_t start = 0; start < text.len;) {
        const char *end = memchr(text.data + start, '\n', text.len - start);
        size_t stop = end ? (size_t)(end - text.data) + 1 : text.len;
        lines.data[lines.len++] = fp_str_slice(text, start, stop);
        start = stop;
    }
    return lines;
}

/* ---- Myers' greedy search, between the first and the last difference ---- */
static size_t reach(const fp_line_diff *d, size_t n, size_t m, size_t x, size_t y) {
    while (x < n && y < m && fp_str_equal(d->a.data[d->head + x], d->b.data[d->head + y])) x++, y++;
    return x;
}

static void keep_line(fp_line_diff *d, size_t x, size_t y) { d->kept_a[d->head + x] = d->kept_b[d->head + y] = true; }

static void walk_back(fp_line_diff *d, size_t **rows, size_t steps, size_t n, size_t m) {
    size_t x = n, y = m;
    for (size_t step = steps; step > 0; step--) {
        const size_t *before = rows[step - 1] + step - 1; /* centred: index by diagonal */
        ptrdiff_t k = (ptrdiff_t)x - (ptrdiff_t)y, span = (ptrdiff_t)step - 1;
        bool down = k == -(ptrdiff_t)step || (k != (ptrdiff_t)step && (k + 1 <= span ? before[k + 1] : 0) >
                                                                          (k - 1 >= -span ? before[k - 1] : 0));
        ptrdiff_t from = down ? k + 1 : k - 1;
        size_t start_x = before[from], start_y = (size_t)((ptrdiff_t)start_x - from);
        size_t after_x = down ? start_x : start_x + 1, after_y = down ? start_y + 1 : start_y;
        while (x > after_x && y > after_y) x--, y--, keep_line(d, x, y);
        x = start_x, y = start_y;
    }
    while (x > 0 && y > 0) x--, y--, keep_line(d, x, y);
}

/* How far each diagonal comes with one more line taken out or put in; true: one of them comes to the end. */
static bool step_on(const fp_line_diff *d, size_t **rows, size_t steps, size_t n, size_t m) {
    size_t *at = rows[steps] + steps;
    const size_t *before = steps ? rows[steps - 1] + steps - 1 : NULL;
    ptrdiff_t span = (ptrdiff_t)steps;
    bool found = false;
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
    return found;
}

static void search(fp_line_diff *d) {
    struct fp_arena *scratch = fp_arena_new();
    size_t n = d->a.len - d->head - d->tail, m = d->b.len - d->head - d->tail;
    size_t **rows = FP_NEW(scratch, size_t *, FP_DIFF_MAX + 1);
    for (size_t steps = 0; steps <= FP_DIFF_MAX && steps <= n + m; steps++) {
        rows[steps] = FP_NEW(scratch, size_t, 2 * steps + 1);
        if (!step_on(d, rows, steps, n, m)) continue;
        walk_back(d, rows, steps, n, m);
        break;
    }
    fp_arena_drop(scratch);
}

static void keep_ends(fp_line_diff *d) {
    while (d->head < d->a.len && d->head < d->b.len && fp_str_equal(d->a.data[d->head], d->b.data[d->head])) d->head++;
    while (d->tail + d->head < d->a.len && d->tail + d->head < d->b.len &&
           fp_str_equal(d->a.data[d->a.len - d->tail - 1], d->b.data[d->b.len - d->tail - 1]))
        d->tail++;
    for (size_t i = 0; i < d->head; i++) d->kept_a[i] = d->kept_b[i] = true;
    for (size_t i = 1; i <= d->tail; i++) d->kept_a[d->a.len - i] = d->kept_b[d->b.len - i] = true;
}

fp_line_diff fp_line_diff_find(struct fp_arena *keep, fp_str a, fp_str b) {
    fp_line_diff d = { .a = split(keep, a), .b = split(keep, b) };
    d.kept_a = FP_NEW(keep, bool, d.a.len + 1);
    d.kept_b = FP_NEW(keep, bool, d.b.len + 1);
    keep_ends(&d);
    search(&d);
    return d;
}
