#include "findings/since_diff.h"
#include "base/span.h"
#include "base/str.h"
#include "base/vec.h"
#include "files/files.h"
#include "files/files_path.h"
#include "files/files_read.h"

typedef struct {
    uint32_t first, last;
} line_range;
struct fp_changed_lines {
    fp_str paths[4]; /* from the root: what its name may mean */
    uint32_t path_count;
    FP_VEC(line_range) added;
    FP_VEC(uint32_t) removed; /* lines were taken away in front of this one */
};
struct fp_since_diff {
    FP_VEC(fp_changed_lines) files;
};

/* ---- which file ---- */

/* A name as git quotes it: "b/a\303\244.mlir". */
static fp_str unquoted(struct fp_arena *keep, fp_str name) {
    static const char letters[] = "abfnrtv", bytes[] = "\a\b\f\n\r\t\v";
    if (name.len < 2 || name.data[0] != '"') return name;
    char *text = FP_NEW(keep, char, name.len);
    size_t len = 0;
    for (size_t i = 1; i < name.len && name.data[i] != '"'; i++) {
        char c = name.data[i];
        if (c == '\\' && i + 1 < name.len) {
            c = name.data[++i];
            for (size_t k = 0; k + 1 < sizeof letters; k++)
                if (c == letters[k]) c = bytes[k];
            if (name.data[i] >= '0' && name.data[i] <= '3' && i + 2 < name.len) {
                c = (char)((name.data[i] - '0') * 64 + (name.data[i + 1] - '0') * 8 + (name.data[i + 2] - '0'));
                i += 2;
            }
        }
        text[len++] = c;
    }
    return (fp_str){ text, len };
}

/* What stands behind "+++ " or "--- ": a time may follow behind a tab. */
static fp_str name_of(struct fp_arena *keep, fp_str line) {
    fp_str name = fp_str_slice(line, 4, line.len);
    if (name.len == 0 || name.data[0] != '"') name = fp_str_slice(name, 0, fp_str_find(name, '\t'));
    return unquoted(keep, fp_str_trim(name));
}

static bool has_letter(fp_str name) { return name.len > 2 && name.data[1] == '/'; }

static void add_path(struct fp_arena *keep, fp_changed_lines *file, fp_str folder, fp_str name) {
    fp_str whole = name.data[0] == '/' ? name : fp_path_join(keep, folder, name);
    file->paths[file->path_count++] = fp_path_absolute(keep, whole);
}

static void name_file(struct fp_arena *keep, fp_changed_lines *file, fp_str old_name, fp_str name) {
    fp_str here = fp_path_absolute(keep, FP_STR(".")), top = fp_files_repository(keep, here);
    bool none_before = fp_str_equal(old_name, FP_STR("/dev/null")),
         prefixed = has_letter(name) && (none_before || (has_letter(old_name) && old_name.data[0] != name.data[0]));
    if (prefixed) {
        fp_str inner = fp_str_slice(name, 2, name.len);
        add_path(keep, file, here, inner);
        if (top.len) add_path(keep, file, top, inner);
        if (!none_before) return;
    }
    add_path(keep, file, here, name);
    if (top.len) add_path(keep, file, top, name);
}

/* ---- reading ---- */

typedef struct {
    struct fp_arena *keep;
    struct fp_since_diff *diff;
    fp_changed_lines *file;      /* NULL: before the first, or one that the diff deletes */
    uint32_t old_left, new_left; /* lines that the hunk still has */
    uint32_t line;               /* of the new file: the next one */
    fp_str old_name;
    bool seen; /* anything that only a diff has */
} diff_reader;

/* "12,3": a first line and how many; one when the number is missing. */
static bool read_extent(fp_str text, uint32_t *first, uint32_t *count) {
    size_t comma = fp_str_find(text, ',');
    int64_t from, many = 1;
    bool good = fp_str_int(fp_str_slice(text, 0, comma), &from) &&
                (comma == text.len || fp_str_int(fp_str_slice(text, comma + 1, text.len), &many));
    if (!good || from < 0 || many < 0 || from > UINT32_MAX / 2 || many > UINT32_MAX / 2) return false;
    *first = (uint32_t)from;
    *count = (uint32_t)many;
    return true;
}

/* "@@ -12,3 +12,4 @@ func.func @f": where the hunk begins. */
static bool begin_hunk(diff_reader *r, fp_str line) {
    fp_str rest = fp_str_slice(line, 3, line.len);
    size_t minus_end = fp_str_find(rest, ' ');
    fp_str minus = fp_str_slice(rest, 0, minus_end), plus = fp_str_slice(rest, minus_end + 1, rest.len);
    plus = fp_str_slice(plus, 0, fp_str_find(plus, ' '));
    uint32_t unused;
    if (!fp_str_starts(minus, FP_STR("-")) || !fp_str_starts(plus, FP_STR("+"))) return false;
    if (!read_extent(fp_str_slice(minus, 1, minus.len), &unused, &r->old_left)) return false;
    if (!read_extent(fp_str_slice(plus, 1, plus.len), &r->line, &r->new_left)) return false;
    r->line += r->new_left == 0; /* of no lines: the one in front of them is named */
    return true;
}

static void add_line(diff_reader *r) {
    fp_changed_lines *file = r->file;
    if (file && file->added.len && file->added.data[file->added.len - 1].last + 1 == r->line)
        file->added.data[file->added.len - 1].last = r->line;
    else if (file)
        *FP_PUSH(r->keep, &file->added) = (line_range){ r->line, r->line };
    r->line++;
    if (r->new_left) r->new_left--;
}

static void remove_line(diff_reader *r) {
    fp_changed_lines *file = r->file;
    if (file && (file->removed.len == 0 || file->removed.data[file->removed.len - 1] != r->line))
        *FP_PUSH(r->keep, &file->removed) = r->line;
    if (r->old_left) r->old_left--;
}

static void read_hunk_line(diff_reader *r, fp_str line) {
    char mark = line.len ? line.data[0] : ' '; /* mail drops a blank at the end of a line */
    if (mark == '+') {
        add_line(r);
    } else if (mark == '-') {
        remove_line(r);
    } else if (mark != '\\') {
        r->line++;
        if (r->new_left) r->new_left--;
        if (r->old_left) r->old_left--;
    }
}

static void begin_file(diff_reader *r, fp_str name) {
    r->file = NULL;
    if (name.len == 0 || fp_str_equal(name, FP_STR("/dev/null"))) return;
    r->file = FP_PUSH(r->keep, &r->diff->files);
    *r->file = (fp_changed_lines){ .path_count = 0 };
    name_file(r->keep, r->file, r->old_name, name);
}

/* The reason why the line is none of a unified diff; NULL: it is one. */
static const char *read_line(diff_reader *r, fp_str line) {
    if (r->old_left || r->new_left) {
        read_hunk_line(r, line);
        return NULL;
    }
    if (fp_str_starts(line, FP_STR("@@@"))) return "a merge's diff names two old files: make one of two states";
    bool hunk = fp_str_starts(line, FP_STR("@@ "));
    if (hunk && !begin_hunk(r, line)) return "a hunk begins with '@@ -LINE,COUNT +LINE,COUNT @@'";
    if (fp_str_starts(line, FP_STR("--- "))) r->old_name = name_of(r->keep, line);
    if (fp_str_starts(line, FP_STR("+++ "))) begin_file(r, name_of(r->keep, line));
    r->seen = r->seen || hunk || fp_str_starts(line, FP_STR("diff ")) || fp_str_starts(line, FP_STR("+++ "));
    return NULL;
}

static fp_status read_text(struct fp_arena *keep, fp_str path, fp_str text, struct fp_since_diff *diff,
                           struct fp_out *why) {
    diff_reader r = { .keep = keep, .diff = diff };
    uint32_t number = 0;
    for (size_t at = 0; at < text.len;) {
        size_t end = at + fp_str_find(fp_str_slice(text, at, text.len), '\n');
        fp_str line = fp_str_slice(text, at, end);
        if (line.len && line.data[line.len - 1] == '\r') line.len--;
        at = end + 1;
        number++;
        const char *wrong = read_line(&r, line);
        if (!wrong) continue;
        fp_out_printf(why, "%.*s:%u: %s", FP_STR_ARG(path), number, wrong);
        return FP_CONFIG;
    }
    if (r.seen || fp_str_trim(text).len == 0) return FP_OK;
    fp_out_printf(why, "--since-diff: %.*s is no unified diff; 'git diff -U0' writes one", FP_STR_ARG(path));
    return FP_CONFIG;
}

fp_status fp_since_diff_read(struct fp_arena *keep, fp_str path, struct fp_since_diff **diff, struct fp_out *why) {
    struct fp_out text = { 0 }, trouble = { 0 };
    struct fp_since_diff *read = FP_NEW(keep, struct fp_since_diff, 1);
    fp_str shown = fp_str_equal(path, FP_STR("-")) ? FP_STR("<stdin>") : path;
    fp_status status = fp_file_read(path, &text, &trouble);
    if (status != FP_OK)
        fp_out_printf(why, "%.*s: %.*s", FP_STR_ARG(shown), FP_STR_ARG(fp_out_str(&trouble)));
    else
        status = read_text(keep, shown, fp_str_copy(keep, fp_out_str(&text)), read, why);
    if (status == FP_OK) *diff = read;
    fp_out_drop(&text);
    fp_out_drop(&trouble);
    return status;
}

/* ---- asking ---- */

const fp_changed_lines *fp_since_diff_of(struct fp_arena *keep, const struct fp_since_diff *diff, fp_str path) {
    fp_str whole = fp_path_absolute(keep, path);
    for (uint32_t i = 0; i < diff->files.len; i++)
        for (uint32_t k = 0; k < diff->files.data[i].path_count; k++)
            if (fp_str_equal(diff->files.data[i].paths[k], whole)) return &diff->files.data[i];
    return NULL;
}

static line_range lines_of(const fp_report_file *file, fp_span span) {
    uint32_t last = span.end > span.start ? span.end - 1 : span.start;
    return (line_range){ fp_document_position(file->document, span.start).line,
                         fp_document_position(file->document, last).line };
}

/* Does a changed line stand in the range? */
static bool adds(const fp_changed_lines *lines, line_range range) {
    for (uint32_t i = 0; i < lines->added.len; i++)
        if (lines->added.data[i].first <= range.last && range.first <= lines->added.data[i].last) return true;
    return false;
}

/* Were lines taken away behind its first line and in front of its last one? */
static bool removes(const fp_changed_lines *lines, line_range range) {
    for (uint32_t i = 0; i < lines->removed.len; i++)
        if (range.first < lines->removed.data[i] && lines->removed.data[i] <= range.last) return true;
    return false;
}

/* The lines from which something that is gone may have been what the finding misses. */
static line_range reach(const fp_report_file *file, const fp_finding *finding, line_range places) {
    fp_claim claim = fp_rule_at(finding->rule)->claim;
    bool pair = finding->hazard && !finding->hazard->carried,
         needs = claim == FP_CLAIM_UNORDERED || claim == FP_CLAIM_WRONG;
    for (size_t i = 0; !pair && needs && i < file->kernel_count; i++) {
        fp_span span = file->kernels[i].span;
        if (fp_span_holds(span, finding->span.start)) return lines_of(file, span);
    }
    return places;
}

static bool is_changed(const fp_changed_lines *lines, const fp_report_file *file, const fp_finding *finding) {
    line_range places = lines_of(file, finding->span);
    if (adds(lines, places)) return true;
    for (size_t i = 0; i < finding->related_count; i++) {
        line_range place = lines_of(file, finding->related[i].span);
        if (adds(lines, place)) return true;
        if (place.first < places.first) places.first = place.first;
        if (place.last > places.last) places.last = place.last;
    }
    return removes(lines, reach(file, finding, places));
}

fp_finding_list fp_since_diff_findings(struct fp_arena *keep, const fp_changed_lines *lines,
                                       const fp_report_file *file) {
    fp_finding *left = FP_NEW(keep, fp_finding, file->finding_count + 1);
    size_t count = 0;
    for (size_t i = 0; i < file->finding_count; i++)
        if (is_changed(lines, file, &file->findings[i])) left[count++] = file->findings[i];
    return (fp_finding_list){ left, count };
}
