#include "files/files_glob.h"
#include "base/str.h"
#include <ctype.h>

/* "[:alpha:]" and its kin inside of brackets; an unknown name fits nothing. Returns the bytes that it takes, 0 when
 * there is none at `at`. */
static size_t named_class_fits(fp_str pattern, size_t at, unsigned char byte, bool *found) {
    static const struct {
        fp_str name;
        int (*fits)(int);
    } classes[] = {
        { { "alnum", 5 }, isalnum }, { { "alpha", 5 }, isalpha }, { { "blank", 5 }, isblank },
        { { "cntrl", 5 }, iscntrl }, { { "digit", 5 }, isdigit }, { { "graph", 5 }, isgraph },
        { { "lower", 5 }, islower }, { { "print", 5 }, isprint }, { { "punct", 5 }, ispunct },
        { { "space", 5 }, isspace }, { { "upper", 5 }, isupper }, { { "xdigit", 6 }, isxdigit },
    };
    if (!fp_str_starts(fp_str_slice(pattern, at, pattern.len), FP_STR("[:"))) return 0;
    size_t end = at + 2;
    while (end < pattern.len && pattern.data[end] != ':' && pattern.data[end] != ']') end++;
    if (end + 1 >= pattern.len || pattern.data[end] != ':' || pattern.data[end + 1] != ']') return 0;
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (fp_str_equal(classes[i].name, fp_str_slice(pattern, at + 2, end)) && classes[i].fits(byte)) *found = true;
    return end + 2 - at;
}

/* Does a bracket expression fit the byte? `*next` is where the pattern goes on. */
static bool class_fits(fp_str pattern, size_t at, char byte, size_t *next) {
    size_t i = at + 1;
    bool negated = i < pattern.len && (pattern.data[i] == '!' || pattern.data[i] == '^'), found = false;
    if (negated) i++;
    for (bool first = true; i < pattern.len && (first || pattern.data[i] != ']'); first = false) {
        size_t named = named_class_fits(pattern, i, (unsigned char)byte, &found);
        if (named) {
            i += named;
            continue;
        }
        unsigned char low = (unsigned char)pattern.data[i];
        if (low == '\\' && i + 1 < pattern.len) low = (unsigned char)pattern.data[++i];
        i++;
        unsigned char high = low;
        if (i + 1 < pattern.len && pattern.data[i] == '-' && pattern.data[i + 1] != ']') {
            high = (unsigned char)pattern.data[i + 1];
            i += 2;
            if (high == '\\' && i < pattern.len) high = (unsigned char)pattern.data[i++];
        }
        if ((unsigned char)byte >= low && (unsigned char)byte <= high) found = true;
    }
    *next = i + 1;
    return i < pattern.len && found != negated && byte != '/'; /* without a closing bracket nothing fits */
}

static bool one_fits(fp_str pattern, size_t at, char byte, size_t *next) {
    switch (pattern.data[at]) {
    case '?': *next = at + 1; return byte != '/';
    case '[': return class_fits(pattern, at, byte, next);
    case '\\':
        if (at + 1 < pattern.len) {
            *next = at + 2;
            return pattern.data[at + 1] == byte;
        }
        break;
    default: break;
    }
    *next = at + 1;
    return pattern.data[at] == byte;
}

/* `**` (or more stars) counts only as a whole name: at the start or after a slash, and before a slash or the end.
 * Returns its length, or 0. */
static size_t crossing_len(fp_str pattern, size_t at) {
    size_t end = at;
    while (end < pattern.len && pattern.data[end] == '*') end++;
    bool whole = (at == 0 || pattern.data[at - 1] == '/') && (end == pattern.len || pattern.data[end] == '/');
    return whole && end - at >= 2 ? end - at : 0;
}

/* Backtracks to the last `*`, and when that runs into a slash to the last `**`: older ones need never be tried
 * again. */
bool fp_glob_fits(fp_str pattern, fp_str path) {
    enum { NONE = -1 };
    size_t p = 0, s = 0, star_s = 0, cross_s = 0;
    ptrdiff_t star_p = NONE, cross_p = NONE;
    while (true) {
        if (p < pattern.len && pattern.data[p] == '*') {
            size_t crossing = crossing_len(pattern, p);
            if (crossing) {
                if (p + crossing == pattern.len) return s < path.len; /* everything inside */
                p += crossing + 1;                                    /* any number of whole names, none included */
                cross_p = (ptrdiff_t)p, cross_s = s;
                star_p = NONE;
            } else {
                while (p < pattern.len && pattern.data[p] == '*') p++;
                star_p = (ptrdiff_t)p, star_s = s;
            }
            continue;
        }
        size_t next = 0;
        if (s == path.len) {
            if (p == pattern.len) return true;
        } else if (p < pattern.len && one_fits(pattern, p, path.data[s], &next)) {
            p = next, s++;
            continue;
        }
        if (star_p != NONE && star_s < path.len && path.data[star_s] != '/') {
            p = (size_t)star_p, s = ++star_s;
            continue;
        }
        if (cross_p == NONE) return false;
        while (cross_s < path.len && path.data[cross_s] != '/') cross_s++;
        if (cross_s == path.len) return false;
        p = (size_t)cross_p, s = ++cross_s;
        star_p = NONE;
    }
}

static fp_str last_name(fp_str path) {
    size_t start = path.len;
    while (start && path.data[start - 1] != '/') start--;
    return fp_str_slice(path, start, path.len);
}

bool fp_glob_fits_anywhere(fp_str pattern, fp_str path) {
    if (fp_str_find(pattern, '/') < pattern.len) return fp_glob_fits(pattern, path);
    return fp_glob_fits(pattern, last_name(path));
}

static void parse_line(struct fp_arena *keep, fp_str line, fp_ignore *ignore) {
    if (line.len && line.data[line.len - 1] == '\r') line.len--;
    while (line.len && line.data[line.len - 1] == ' ' && !(line.len > 1 && line.data[line.len - 2] == '\\')) line.len--;
    if (line.len == 0 || line.data[0] == '#') return;
    fp_ignore_pattern row = { 0 };
    if (line.data[0] == '!') {
        row.negated = true;
        line = fp_str_slice(line, 1, line.len);
    }
    if (line.len && line.data[line.len - 1] == '/') {
        row.folder_only = true;
        line.len--;
    }
    row.anchored = fp_str_find(line, '/') < line.len;
    if (line.len && line.data[0] == '/') line = fp_str_slice(line, 1, line.len);
    if (line.len == 0) return;
    row.pattern = line;
    *FP_PUSH(keep, &ignore->patterns) = row;
}

void fp_ignore_parse(struct fp_arena *keep, fp_str text, fp_ignore *ignore) {
    if (fp_str_starts(text, FP_STR("\xEF\xBB\xBF"))) text = fp_str_slice(text, 3, text.len);
    while (text.len) {
        size_t end = fp_str_find(text, '\n');
        parse_line(keep, fp_str_slice(text, 0, end), ignore);
        text = fp_str_slice(text, end + 1, text.len);
    }
}

bool fp_ignore_covers(const fp_ignore *innermost, fp_str path, bool is_folder) {
    for (const fp_ignore *ignore = innermost; ignore; ignore = ignore->parent) {
        fp_str inside = fp_str_slice(path, ignore->folder.len, path.len);
        for (uint32_t i = ignore->patterns.len; i-- > 0;) {
            const fp_ignore_pattern *row = &ignore->patterns.data[i];
            if (row->folder_only && !is_folder) continue;
            if (fp_glob_fits(row->pattern, row->anchored ? inside : last_name(path))) return !row->negated;
        }
    }
    return false;
}
