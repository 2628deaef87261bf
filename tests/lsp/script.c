#include "script.h"
#include "base/str.h"

enum { WIDTH = 120, STEP = 2 };

// ---- One entry a line ----

static fp_str next_line(fp_str *rest) {
    size_t end = fp_str_find(*rest, '\n');
    fp_str line = fp_str_slice(*rest, 0, end);
    *rest = fp_str_slice(*rest, end < rest->len ? end + 1 : end, rest->len);
    return line;
}

static char last_byte(const struct fp_out *out) { return out->len ? out->data[out->len - 1] : '\0'; }

static void join(struct fp_out *flat, fp_str line) {
    size_t blanks = 0;
    while (blanks < line.len && line.data[blanks] == ' ') blanks++;
    fp_str text = fp_str_slice(line, blanks, line.len);
    char before = last_byte(flat);
    if (before == '"' && text.len && text.data[0] == '"') { // the next piece of a string
        flat->len--;
        text = fp_str_slice(text, 1, text.len);
    } else if (before == ',' || before == ':') {
        fp_out_text(flat, " ");
    }
    fp_out_bytes(flat, text);
}

void script_flatten(struct fp_out *flat, fp_str file) {
    while (file.len) {
        fp_str line = next_line(&file);
        if (line.len && line.data[0] == ' ') {
            join(flat, line);
        } else if (line.len) {
            if (flat->len) fp_out_text(flat, "\n");
            fp_out_bytes(flat, line);
        }
    }
    fp_out_text(flat, "\n");
}

// ---- Laid out ----

typedef struct {
    struct fp_out *out;
    size_t line; /* where its last line begins */
} page;

static void new_line(page *p, size_t indent) {
    p->out->len -= last_byte(p->out) == ' '; // behind a colon or a comma
    fp_out_text(p->out, "\n");
    p->line = p->out->len;
    fp_out_repeat(p->out, ' ', indent);
}

static bool fits(const page *p, size_t len) { return p->out->len - p->line + len <= WIDTH; }

static size_t string_end(fp_str text, size_t at) {
    for (at++; at < text.len && text.data[at] != '"'; at++) at += text.data[at] == '\\';
    return at < text.len ? at + 1 : text.len;
}

/* Where the value that begins at `at` ends: behind its closing bracket or quote, or in front of what follows a number.
 */
static size_t value_end(fp_str text, size_t at) {
    size_t depth = 0;
    while (at < text.len) {
        char c = text.data[at];
        if (depth == 0 && (c == ',' || c == ']' || c == '}')) return at;
        at = c == '"' ? string_end(text, at) : at + 1;
        depth += c == '{' || c == '[';
        depth -= c == '}' || c == ']';
        if (depth == 0 && (c == '"' || c == '}' || c == ']')) return at;
    }
    return at;
}

/* A piece for each line break that the string spells. */
static void lay_out_string(page *p, fp_str string, size_t indent) {
    size_t start = 1, end = string.len - 1;
    for (size_t at = start; at < end; at++) {
        bool breaks = string.data[at] == '\\' && string.data[at + 1] == 'n';
        at += string.data[at] == '\\';
        if (!breaks && at + 1 < end) continue;
        new_line(p, indent);
        fp_out_printf(p->out, "\"%.*s\"", (int)(at + 1 - start), string.data + start);
        start = at + 1;
    }
}

static void lay_out_value(page *p, fp_str value, size_t indent);

/* Objects and lists among the members stand on lines of their own; numbers and short strings fill lines. */
static void lay_out_members(page *p, fp_str value, size_t indent) {
    bool object = value.data[0] == '{', fills = false;
    fp_out_bytes(p->out, fp_str_slice(value, 0, 1));
    for (size_t at = 1; at + 1 < value.len;) {
        size_t start = at;
        if (object) {
            at = string_end(value, at);
            at += at + 1 < value.len && value.data[at] == ':' ? 2 : 0; // `: `
        }
        size_t end = value_end(value, at);
        bool plain = value.data[at] != '{' && value.data[at] != '[';
        if (fills && plain && fits(p, end - start + 2))
            fp_out_text(p->out, " ");
        else
            new_line(p, indent + STEP);
        fp_out_bytes(p->out, fp_str_slice(value, start, at));
        lay_out_value(p, fp_str_slice(value, at, end), indent + STEP);
        fills = plain;
        at = end;
        if (at + 1 >= value.len || value.data[at] != ',') break;
        fp_out_text(p->out, ",");
        at += 2; // `, `
    }
    new_line(p, indent);
    fp_out_bytes(p->out, fp_str_slice(value, value.len - 1, value.len));
}

static void lay_out_value(page *p, fp_str value, size_t indent) {
    char first = value.len ? value.data[0] : '\0';
    if (value.len < 3 || fits(p, value.len + 1))
        fp_out_bytes(p->out, value);
    else if (first == '{' || first == '[')
        lay_out_members(p, value, indent);
    else if (first == '"' && fp_str_contains(value, FP_STR("\\n")))
        lay_out_string(p, value, indent + STEP);
    else
        fp_out_bytes(p->out, value);
}

static size_t json_start(fp_str entry) {
    size_t object = fp_str_find(entry, '{'), list = fp_str_find(entry, '[');
    return object < list ? object : list;
}

/* Only if that can be undone: what is no JSON, or is spelled in another way, stays one line. */
static void lay_out_entry(struct fp_out *file, fp_str entry) {
    struct fp_out laid = { 0 }, back = { 0 };
    page p = { .out = &laid };
    size_t start = json_start(entry);
    if (start < entry.len && entry.data[0] != '#') {
        fp_out_bytes(&laid, fp_str_slice(entry, 0, start));
        lay_out_value(&p, fp_str_slice(entry, start, entry.len), STEP);
        script_flatten(&back, fp_out_str(&laid));
    }
    bool good = back.len && fp_str_equal(fp_str_slice(fp_out_str(&back), 0, back.len - 1), entry);
    fp_out_bytes(file, good ? fp_out_str(&laid) : entry);
    fp_out_text(file, "\n");
    fp_out_drop(&laid);
    fp_out_drop(&back);
}

void script_lay_out(struct fp_out *file, fp_str flat) {
    while (flat.len) lay_out_entry(file, next_line(&flat));
}
