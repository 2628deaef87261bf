#include "words/render.h"
#include "words/wording.h"
#include <assert.h>
#include <string.h>

enum { NESTED_MAX = 8 };      /* phrases in phrases; more of them would be a circle */
enum { LINES_SHOWN_MAX = 8 }; /* lines that a list spells out */
enum {
    BRIEF_MAX = 80, /* bytes of a brief sentence; names in it are shortened until it fits */
    NAME_MIN = 12   /* bytes that are left of a name */
};

typedef struct {
    fp_str full, brief;
} sentence_text;
#define STR(lit) \
    { "" lit, sizeof(lit) - 1 }
static const sentence_text texts[] = {
    { STR(""), STR("") },
#define FINDING(rule, variant, key, role, full, brief) { STR(full), STR(brief) },
#define PLACE(id, key, role, full) { STR(full), STR("") },
#define WORDS(id, key, full, brief) { STR(full), STR(brief) },
#include "facts/sentences.def"
#undef FINDING
#undef PLACE
#undef WORDS
};

struct fp_wordings {
    struct fp_arena *keep;
    const fp_wording_part *parts[FP_SENTENCE_COUNT][FP_FORM_BRIEF + 1]; /* NULL: not read yet */
    fp_str bare[FP_SENTENCE_COUNT]; /* the words without arguments; without data: not made yet */
};

/* A phrase and those around it, which have the arguments that it lacks. */
typedef struct scope {
    const fp_phrase *phrase;
    const struct scope *around;
    uint32_t depth;
} scope;
typedef struct {
    const fp_renderer *renderer;
    fp_form form;
    size_t name_max; /* bytes that are written of a name */
    char *data;
    size_t len, room, longest; /* longest: of the names */
} writer;

/* ---- text that grows ---- */
static void put(writer *w, fp_str text) {
    if (w->len + text.len > w->room) {
        size_t room = (w->len + text.len) * 2 + 128;
        char *data = fp_arena_room(w->renderer->keep, 1, 1, room);
        if (w->len) memcpy(data, w->data, w->len);
        w->data = data;
        w->room = room;
    }
    if (text.len) memcpy(w->data + w->len, text.data, text.len);
    w->len += text.len;
}

static void put_number(writer *w, int64_t number) {
    char digits[24];
    size_t start = sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do digits[--start] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0) digits[--start] = '-';
    put(w, (fp_str){ digits + start, sizeof digits - start });
}

/* Without what it is of when it is too long: "default" for "default of workgroup 0", which the full sentence has. Else
 * as "%reinter...st_17". Bytes that go on with a character stay with it. */
static void put_name(writer *w, fp_str name) {
    if (name.len > w->longest) w->longest = name.len;
    if (name.len <= w->name_max) {
        put(w, name);
        return;
    }
    size_t of = fp_str_find_part(name, FP_STR(" of "));
    if (of < name.len && of <= w->name_max) {
        put(w, fp_str_slice(name, 0, of));
        return;
    }
    size_t half = (w->name_max - 3) / 2, end = half, start = name.len - half;
    while (end && ((unsigned char)name.data[end] & 0xC0) == 0x80) end--;
    while (start < name.len && ((unsigned char)name.data[start] & 0xC0) == 0x80) start++;
    put(w, fp_str_slice(name, 0, end));
    put(w, FP_STR("..."));
    put(w, fp_str_slice(name, start, name.len));
}

/* ---- arguments ---- */
static const fp_phrase_argument *find_argument(const scope *s, fp_argument_name name) {
    for (; s; s = s->around)
        for (uint32_t i = 0; i < s->phrase->argument_count; i++)
            if (s->phrase->arguments[i].name == name) return &s->phrase->arguments[i];
    return NULL;
}

typedef struct {
    uint32_t number;
    bool of_text; /* although the words are about the source */
} shown_line;

static shown_line text_line(const writer *w, uint32_t place) {
    return (shown_line){ fp_lines_line(w->renderer->lines, place), w->renderer->source != NULL };
}

static shown_line line_of(const writer *w, uint32_t place) {
    const fp_source_lines *source = w->renderer->source;
    uint32_t line = source ? source->line(source->context, place) : 0;
    return line ? (shown_line){ line, false } : text_line(w, place);
}

static void put_line(writer *w, shown_line line) {
    put_number(w, line.number);
    if (line.of_text) put(w, FP_STR(" of the IR"));
}

static bool is_same_line(shown_line a, shown_line b) { return a.number == b.number && a.of_text == b.of_text; }

/* "line 12", or "this line" where the finding itself stands on it. */
static void put_line_of(writer *w, fp_str word, uint32_t place) {
    const fp_span *own = w->renderer->own;
    bool here = own && is_same_line(line_of(w, own->start), line_of(w, place));
    put(w, here ? FP_STR("this ") : (fp_str){ "", 0 });
    put(w, word);
    if (here) return;
    put(w, FP_STR(" "));
    put_line(w, line_of(w, place));
}

/* A list names each line once. */
static bool is_repeated(const writer *w, const uint32_t *places, uint32_t i) {
    if (i == 0) return false;
    return is_same_line(line_of(w, places[i - 1]), line_of(w, places[i]));
}

/* How many lines the places stand on, which are in the order of the text. */
static uint32_t count_lines(const writer *w, const uint32_t *places, uint32_t count) {
    uint32_t lines = 0;
    for (uint32_t i = 0; i < count; i++) lines += !is_repeated(w, places, i);
    return lines;
}

/* "4", "4 and 7", "4, 7 and 9"; of long lists the first ones and how many more. Each line once. */
static void put_lines(writer *w, const uint32_t *places, uint32_t count) {
    uint32_t lines = count_lines(w, places, count), shown = lines <= LINES_SHOWN_MAX ? lines : LINES_SHOWN_MAX,
             put_so_far = 0;
    for (uint32_t i = 0; i < count && put_so_far < shown; i++) {
        if (is_repeated(w, places, i)) continue;
        if (put_so_far) put(w, put_so_far + 1 < lines ? FP_STR(", ") : FP_STR(" and "));
        put_line(w, line_of(w, places[i]));
        put_so_far++;
    }
    if (shown == lines) return;
    put(w, FP_STR(" and "));
    put_number(w, lines - shown);
    put(w, FP_STR(" more"));
}

static void put_phrase(writer *w, const scope *s);

static void put_argument(writer *w, const scope *s, const fp_phrase_argument *argument, fp_str between) {
    switch (argument->kind) {
    case FP_ARGUMENT_TEXT: put_name(w, argument->value.text); return;
    case FP_ARGUMENT_NUMBER: put_number(w, argument->value.number); return;
    case FP_ARGUMENT_PLACE: /* names and attributes are the text's, and so is the line they are "on" */
        put_line(w,
                 argument->name == FP_ARG_AT ? text_line(w, argument->value.place) : line_of(w, argument->value.place));
        return;
    case FP_ARGUMENT_PLACES: put_lines(w, argument->value.places, argument->count); return;
    case FP_ARGUMENT_PHRASES:
        for (uint32_t i = 0; i < argument->count && s->depth < NESTED_MAX; i++) {
            if (i) put(w, between);
            put_phrase(w, &(scope){ &argument->value.phrases[i], s, s->depth + 1 });
        }
        return;
    }
}

static int64_t number_of(const writer *w, const fp_phrase_argument *argument) {
    if (argument->kind == FP_ARGUMENT_PLACES) return count_lines(w, argument->value.places, argument->count);
    return argument->kind == FP_ARGUMENT_NUMBER ? argument->value.number : argument->count;
}

/* ---- texts ---- */
/* False when the argument is missing and nothing stands in for it. */
static bool put_field(writer *w, const scope *s, const fp_wording_part *field) {
    const fp_phrase_argument *argument = find_argument(s, field->argument);
    if (!argument) {
        if (field->mark == '|') put(w, field->words);
        return field->mark == '|';
    }
    if (field->mark == '#')
        put(w, number_of(w, argument) == 1 ? field->words : field->many);
    else if (field->mark == ':' && argument->kind == FP_ARGUMENT_PLACE)
        put_line_of(w, field->words, argument->value.place);
    else
        put_argument(w, s, argument, field->words);
    return true;
}

/* Up to the end of the text, or of the [section] that the first part stands in; which is left out when it lacks
 * something. Returns the part that ends it. */
static const fp_wording_part *put_parts(writer *w, const scope *s, const fp_wording_part *part, bool in_section) {
    size_t start = w->len;
    bool complete = true;
    for (; part->kind != FP_WORDING_END && part->kind != FP_WORDING_CLOSE; part++) {
        if (part->kind == FP_WORDING_TEXT) put(w, part->words);
        if (part->kind == FP_WORDING_FIELD) complete &= put_field(w, s, part);
        if (part->kind == FP_WORDING_OPEN) part = put_parts(w, s, part + 1, true);
    }
    assert(complete || in_section); /* a sentence that lacks what it speaks of */
    if (!complete) w->len = start;
    return part;
}

static fp_str text_of(fp_sentence sentence, fp_form form) {
    const sentence_text *text = &texts[sentence];
    return form == FP_FORM_BRIEF && text->brief.len ? text->brief : text->full;
}

static const fp_wording_part *parts_of(writer *w, fp_sentence sentence) {
    const fp_renderer *r = w->renderer;
    if (!r->wordings) return fp_wording_read(r->keep, text_of(sentence, w->form));
    const fp_wording_part **known = &r->wordings->parts[sentence][w->form];
    if (!*known) *known = fp_wording_read(r->wordings->keep, text_of(sentence, w->form));
    return *known;
}

static void put_phrase(writer *w, const scope *s) { put_parts(w, s, parts_of(w, s->phrase->sentence), false); }

/* "written here" is all there is to say. */
static bool is_plain(fp_str text) {
    for (const char *mark = "[]{"; *mark; mark++)
        if (memchr(text.data, *mark, text.len)) return false;
    return true;
}

struct fp_wordings *fp_wordings_new(struct fp_arena *keep) {
    struct fp_wordings *wordings = FP_NEW(keep, struct fp_wordings, 1);
    wordings->keep = keep;
    return wordings;
}

fp_str fp_render(const fp_renderer *renderer, const fp_phrase *phrase, fp_form form) {
    writer w = { .renderer = renderer, .form = form, .name_max = SIZE_MAX, .data = NULL };
    assert(phrase->sentence < FP_SENTENCE_COUNT);
    if (is_plain(text_of(phrase->sentence, form))) return text_of(phrase->sentence, form);
    put_phrase(&w, &(scope){ phrase, NULL, 0 });
    if (form == FP_FORM_BRIEF && w.len > BRIEF_MAX && w.longest > NAME_MIN) {
        size_t over = w.len - BRIEF_MAX;
        w.name_max = w.longest > over + NAME_MIN ? w.longest - over : NAME_MIN;
        w.len = 0;
        put_phrase(&w, &(scope){ phrase, NULL, 0 });
    }
    return (fp_str){ w.len ? w.data : "", w.len };
}

fp_str fp_render_kept(const fp_renderer *r, struct fp_arena *keep, const fp_phrase *phrase) {
    fp_str *bare = phrase->argument_count == 0 && r->wordings ? &r->wordings->bare[phrase->sentence] : NULL;
    if (bare && bare->data) return *bare;
    fp_str words = fp_str_copy(keep, fp_render(r, phrase, FP_FORM_FULL));
    if (bare) *bare = words;
    return words;
}
