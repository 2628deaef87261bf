/* Prints findings that no kernel gives at will: many places on a line, places at the edges, exact numbers. The output
 * is a golden file. */
#include "base/arena.h"
#include "report/report.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { PLACES_MAX = 16 };
typedef struct {
    const char *title, *text, *places, *labels;
    size_t width;
} example;

/* A letter of `places` under a byte of `text` belongs to the place of that letter: a is the finding's own, b, c, ..
 * are related with the labels in order. */
static const example examples[] = {
    { "one place", "%x = test.op\n", "     aaaaaaa", "", 80 },
    { "two on a line, the related one first", "load, store\n", "bbbb  aaaaa", "written here", 80 },
    { "two on a line, the own one first", "load, store\n", "aaaa  bbbbb", "written here", 80 },
    { "three on a line", "one two three\n", "aaa bbb ccccc", "second|third", 80 },
    { "four on a line, labels hang in order", "one two six ten\n", "bbb aaa ccc ddd", "first|third|fourth", 80 },
    { "one inside the other", "outer inner outer\n", "bbbbbbaaaaabbbbbb", "around it", 80 },
    { "a place related to itself", "store\n", "aaaaa", "", 80 },
    { "three lines apart", "a\n-\n-\nb\n", "a     b", "here", 80 },
    { "four lines apart", "a\n-\n-\n-\nb\n", "a       b", "here", 80 },
    { "a place over two lines", "  first {\n  second\n", "  aaaaaaaaaaa", "", 80 },
    { "the end of a text without a line break", "abc", "   a", "", 80 },
    { "an empty text", "", "a", "", 80 },
    { "a line cut on both sides", "0123456789012345678901234567890123456789X0123456789012345678901234567890123456789\n",
      "                                        a", "", 40 },
    { "a line cut on the right", "X0123456789012345678901234567890123456789012345678901234567890123456789\n", "a", "",
      40 },
    { "a line cut on the left", "0123456789012345678901234567890123456789012345678901234567890123456789X\n",
      "                                                                      a", "", 40 },
    { "a place wider than the report", "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX\n",
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "", 40 },
    { "two places that do not fit together",
      "X0123456789012345678901234567890123456789012345678901234567890123456789Y\n",
      "b                                                                      a", "far away", 40 },
    { "wide characters", "\xE6\x97\xA5\xE6\x9C\xAC x \xF0\x9F\x9A\x80 y e\xCC\x81 z\n", "       b      aaa   c", "x|z",
      80 },
    { "tabs", "\tx\ty\n", " b a", "x", 80 },
    { "lines that end with a lone CR", "a\rb\rc\r", "a b", "next", 80 },
    { "a terminal of no width", "some text\n", "     aaaa", "", 0 },
};

static fp_span span_of(const char *places, char letter) {
    const char *first = strchr(places, letter), *last = strrchr(places, letter);
    return (fp_span){ (uint32_t)(first - places), (uint32_t)(last - places) + 1 };
}

static void clamp(fp_span *span, size_t len) {
    if (span->start > len) span->start = (uint32_t)len;
    if (span->end > len) span->end = (uint32_t)len;
}

static void show(const example *shown, const fp_finding *finding, uint32_t format) {
    struct fp_engine *engine = fp_engine_new(NULL);
    struct fp_document *document = fp_document_open(engine, (fp_str){ shown->text, strlen(shown->text) });
    struct fp_out out = { 0 };
    fp_report_file file = { .path = FP_STR("x.mlir"), .document = document, .findings = finding, .finding_count = 1 };
    fp_report_options options = { .style = fp_style_get(false), .width = shown->width };
    fp_report_format_at(format)->file(&out, &file, &options);
    printf("== %s\n%.*s\n", shown->title, (int)out.len, out.data);
    fp_out_drop(&out);
    fp_document_close(document);
    fp_engine_drop(engine);
}

static void show_places(const example *shown) {
    fp_related related[PLACES_MAX];
    size_t count = 0, len = strlen(shown->text);
    fp_finding finding = { .rule = 0,
                           .level = FP_LEVEL_ERROR,
                           .span = span_of(shown->places, 'a'),
                           .message = FP_STR("words"),
                           .related = related };
    clamp(&finding.span, len);
    for (const char *label = shown->labels; *label; count++) {
        size_t end = strcspn(label, "|");
        related[count] = (fp_related){ .message = { label, end }, .span = span_of(shown->places, (char)('b' + count)) };
        label += end + (label[end] == '|');
    }
    if (count == 0) related[count++] = (fp_related){ .message = FP_STR("itself"), .span = finding.span };
    finding.related_count = count;
    show(shown, &finding, 0);
}

/* More places than a picture can hold. */
static void show_many_places(void) {
    fp_related related[PLACES_MAX];
    for (uint32_t i = 0; i < PLACES_MAX; i++)
        related[i] = (fp_related){ .message = FP_STR("written here"), .span = { 4 * i, 4 * i + 3 } };
    example many = { .title = "more places than are shown",
                     .text = "op0\nop1\nop2\nop3\nop4\nop5\nop6\nop7\nop8\nop9\nopA\nopB\nopC\nopD\nopE\nopF\n",
                     .width = 80 };
    show(&many,
         &(fp_finding){ .level = FP_LEVEL_WARNING,
                        .span = { 4, 7 },
                        .message = FP_STR("words"),
                        .related = related,
                        .related_count = PLACES_MAX },
         0);
}

/* Every field of a finding with values that a double cannot hold, and bytes that are no UTF-8. */
static void show_json(void) {
    static const fp_binding bindings[] = {
        { FP_STR("%i"), { INT64_MAX, INT64_MIN }, true, { false, false }, { false, false }, { 0 } },
        { FP_STR("%\"\\\xFF\x01"), { 9007199254740993, -1 }, true, { false, true }, { false, false }, { 0 } }
    };
    static const fp_witness witness = {
        { { 3, 0, 0 }, { 71, -1, INT32_MAX } }, INT64_MAX - 1, bindings, 2, INT64_MAX, FP_TOLD_EACH, true
    };
    static const fp_hazard_info hazard = { FP_HAZARD_WAW, FP_OVERLAP_CROSS_THREAD,
                                           true,          true,
                                           UINT32_MAX,    FP_STR("@\"a\n\tb\""),
                                           &witness,      { { .loop_count = 0 }, { .loop_count = 0 } } };
    static const fp_edit edits[] = { { { 0, 2 }, FP_STR("new\n") }, { { 4, 4 }, FP_STR("") } };
    static const fp_fix fixes[] = {
        { .title = FP_STR("safe"), .safe = true, .preferred = true, .edits = edits, .edit_count = 2 },
        { .title = FP_STR("unsafe"), .edits = edits, .edit_count = 1 },
    };
    fp_finding finding = { .rule = 0,
                           .level = FP_LEVEL_HINT,
                           .span = { 1, 5 },
                           .message = FP_STR("\xE6\x97\xA5 \xE6\x97 \"quoted\""),
                           .kernel = FP_STR("k"),
                           .hazard = &hazard,
                           .fixes = fixes,
                           .fix_count = 2 };
    example shown = { .title = "json", .text = "a\xC3\xA9\ncd\n", .width = 80 };
    show(&shown, &finding, 2);
    shown.title = "fixes";
    show(&shown, &finding, 0);
}

/* Two guesses are named, if they can only add order; of more, or of two with one title, a line tells how to find the
 * one that holds. */
static void show_guesses(void) {
    static const fp_edit edit = { { 0, 2 }, FP_STR("new") };
    static const fp_fix fixes[] = {
        { .title = FP_STR("a fix"), .safe = true, .edits = &edit, .edit_count = 1 },
        { .title = FP_STR("first guess"), .safe = true, .guess = true, .edits = &edit, .edit_count = 1 },
        { .title = FP_STR("second guess"), .safe = true, .guess = true, .edits = &edit, .edit_count = 1 },
        { .title = FP_STR("third guess"), .guess = true, .edits = &edit, .edit_count = 1 },
    };
    fp_finding finding = { .level = FP_LEVEL_ERROR, .span = { 0, 2 }, .message = FP_STR("words"), .fixes = fixes };
    example shown = { .title = "guesses", .text = "ab\n", .width = 80 };
    for (finding.fix_count = 3; finding.fix_count <= 4; finding.fix_count++) show(&shown, &finding, 0);
    const fp_fix alike[] = { fixes[1], fixes[1] };
    finding.fixes = alike, finding.fix_count = 2;
    show(&shown, &finding, 0);
    finding.fixes = &fixes[3], finding.fix_count = 1;
    show(&shown, &finding, 0);
}

int main(void) {
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) show_places(&examples[i]);
    show_many_places();
    show_json();
    show_guesses();
    return 0;
}
