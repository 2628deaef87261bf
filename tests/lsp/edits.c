/* edits.c - after any edits that arrive as LSP changes, the diagnostics are those of a server that opens the
 * resulting text, and so are hovers; and a hover on a name says before the check what it says behind it.
 *
 *     lsp_edits ROUNDS SEED FILE..      ROUNDS edits in all, spread over the files and the three position encodings
 *
 * The test keeps the text itself and counts positions on its own, character by character. */
#include "harness.h"
#include "lsp/rpc.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const snippets[] = {
    "",
    "",
    "\n",
    "    gpu.barrier\n",
    "    amdgpu.lds_barrier\n",
    "}",
    "{",
    "(",
    "%",
    "@",
    "\"",
    "// ",
    "// -----\n",
    "\r\n",
    "\xC3\xA9",
    "\xF0\x9F\x92\xA5",
    "\t",
    "0",
    "scf.if %p {\n}\n",
    "func.func @extra() {\n  gpu.barrier\n  return\n}\n",
    "\n// fencepost: target=gfx1201\n",
    "// fencepost: ignore[missing-barrier] on purpose\n",
};
enum { SNIPPET_COUNT = sizeof snippets / sizeof *snippets };
static const char *const encodings[] = { "utf-8", "utf-16", "utf-32" };

static uint64_t next_random(uint64_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static bool is_boundary(const struct fp_out *text, size_t at) {
    return at >= text->len || ((unsigned char)text->data[at] & 0xC0) != 0x80;
}

/* A place that an editor can name: between characters, and not between \r and \n. */
static size_t random_place(uint64_t *seed, const struct fp_out *text) {
    size_t at = next_random(seed) % (text->len + 1);
    while (!is_boundary(text, at)) at--;
    if (at > 0 && at < text->len && text->data[at] == '\n' && text->data[at - 1] == '\r') at--;
    return at;
}

/* Places that mean the same as `at`: inside of the character that begins there, or behind the end of its line. So
 * many units further. */
static int another_name(uint64_t *seed, const struct fp_out *text, size_t at, int encoding) {
    uint64_t choice = next_random(seed);
    if (choice % 4) return 0;
    if (at == text->len || text->data[at] == '\n' || text->data[at] == '\r') return (int)(choice / 4 % 3);
    size_t end = at + 1;
    while (!is_boundary(text, end)) end++;
    int units = encoding == 0 ? (int)(end - at) : encoding == 1 && end - at == 4 ? 2 : 1;
    return (int)(choice / 4 % (uint64_t)units);
}

static cJSON *position(uint64_t *seed, const struct fp_out *text, size_t at, int encoding) {
    int line = 0, units = 0;
    for (size_t i = 0; i < at; i++) {
        unsigned char c = (unsigned char)text->data[i];
        bool ends = c == '\n' || (c == '\r' && (i + 1 >= text->len || text->data[i + 1] != '\n'));
        if (ends)
            line++, units = 0;
        else if (encoding == 0)
            units++;
        else if ((c & 0xC0) != 0x80)
            units += encoding == 1 && c >= 0xF0 ? 2 : 1;
    }
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "line", line);
    cJSON_AddNumberToObject(json, "character", units + another_name(seed, text, at, encoding));
    return json;
}

static void splice(struct fp_out *text, size_t start, size_t end, const char *snippet) {
    struct fp_out result = { 0 };
    fp_out_bytes(&result, (fp_str){ text->data, start });
    fp_out_text(&result, snippet);
    fp_out_bytes(&result, (fp_str){ text->data + end, text->len - end });
    fp_out_drop(text);
    *text = result;
}

static cJSON *change(uint64_t *seed, struct fp_out *text, size_t start, size_t end, const char *snippet, int encoding) {
    cJSON *json = cJSON_CreateObject(), *range = cJSON_AddObjectToObject(json, "range");
    cJSON_AddItemToObject(range, "start", position(seed, text, start, encoding));
    cJSON_AddItemToObject(range, "end", position(seed, text, end, encoding));
    cJSON_AddStringToObject(json, "text", snippet);
    splice(text, start, end, snippet);
    return json;
}

static cJSON *whole_change(struct fp_out *text, fp_str whole) {
    cJSON *json = cJSON_CreateObject();
    text->len = 0;
    fp_out_bytes(text, whole);
    fp_out_bytes(text, (fp_str){ "", 1 });
    text->len--;
    cJSON_AddStringToObject(json, "text", text->data);
    return json;
}

static cJSON *random_change(uint64_t *seed, struct fp_out *text, fp_str original, int encoding) {
    if (next_random(seed) % 40 == 0) return whole_change(text, original);
    size_t start = random_place(seed, text), end = start;
    if (next_random(seed) % 2 == 0) {
        end = start + next_random(seed) % 80;
        if (end > text->len) end = text->len;
        while (!is_boundary(text, end)) end++;
        if (end > 0 && end < text->len && text->data[end] == '\n' && text->data[end - 1] == '\r') end++;
    }
    return change(seed, text, start, end, snippets[next_random(seed) % SNIPPET_COUNT], encoding);
}

/* The last published diagnostics and the version they carry, as text. */
static char *published(harness *h) {
    for (size_t i = h->sent_count; i > 0; i--) {
        cJSON *message = cJSON_Parse(h->sent[i - 1]);
        const cJSON *diagnostics = fp_member(message, "params.diagnostics");
        char *text = diagnostics ? cJSON_PrintUnformatted(diagnostics) : NULL;
        cJSON_Delete(message);
        if (text) return text;
    }
    return strdup("none");
}

static void start(harness *h, int encoding) {
    char capabilities[200];
    snprintf(capabilities, sizeof capabilities,
             "{\"general\": {\"positionEncodings\": [\"%s\"]}, \"textDocument\": {\"publishDiagnostics\": "
             "{\"relatedInformation\": true}}}",
             encodings[encoding]);
    harness_initialize(h, capabilities, "{\"minLevel\": \"hint\"}");
}

static void ask_hover(harness *h, int id, const struct fp_out *text, size_t at, uint64_t *seed, int encoding) {
    cJSON *params = cJSON_CreateObject();
    cJSON_AddStringToObject(cJSON_AddObjectToObject(params, "textDocument"), "uri", "file:///nowhere/edited.mlir");
    cJSON_AddItemToObject(params, "position", position(seed, text, at, encoding));
    harness_request(h, id, "textDocument/hover", params);
}

/* The answer where an op may begin: at the first word of a line. */
static char *hovered(harness *h, const struct fp_out *text, uint64_t seed, int encoding) {
    size_t at = next_random(&seed) % (text->len + 1);
    while (at > 0 && text->data[at - 1] != '\n') at--;
    while (at < text->len && (text->data[at] == ' ' || text->data[at] == '\t')) at++;
    ask_hover(h, 1, text, at, &seed, encoding);
    harness_run(h);
    cJSON *response = harness_response(h, 1);
    char *words = cJSON_PrintUnformatted(response);
    cJSON_Delete(response);
    return words;
}

static bool same_hover(harness *h, harness *fresh, const struct fp_out *text, uint64_t seed, int encoding) {
    char *edited = hovered(h, text, seed, encoding), *again = hovered(fresh, text, seed, encoding);
    bool same = strcmp(edited, again) == 0;
    if (!same) printf("the hovers differ\n--- edited\n%s\n--- fresh\n%s\n", edited, again);
    free(edited);
    free(again);
    return same;
}

static int early_answers; /* to hovers that did not wait for a check */

/* Not right behind a word: there a hover is about the word. */
static bool begins_name(const struct fp_out *text, size_t at) {
    bool behind_word = at > 0 && (isalnum((unsigned char)text->data[at - 1]) || text->data[at - 1] == '_');
    return strchr("%@^", text->data[at]) && text->data[at] && !behind_word;
}

/* Takes the edits in and asks at a name, once before the check and once behind it. */
static bool same_early_hover(harness *h, const struct fp_out *text, uint64_t seed, int encoding) {
    size_t at = next_random(&seed) % (text->len + 1);
    while (at < text->len && !begins_name(text, at)) at++;
    if (at == text->len) return true; /* no name: on an op the hover itself says that a check is under way */
    harness_run_one(h);
    ask_hover(h, 2, text, at, &seed, encoding);
    cJSON *early = harness_response(h, 2);
    harness_run(h);
    if (!early) return true;
    early_answers++;
    ask_hover(h, 3, text, at, &seed, encoding);
    harness_run(h);
    cJSON *late = harness_response(h, 3);
    bool same = cJSON_Compare(fp_member(early, "result"), fp_member(late, "result"), true);
    if (!same) printf("a hover at byte %zu says something else behind the check\n", at);
    cJSON_Delete(early);
    cJSON_Delete(late);
    return same;
}

static bool compare(harness *h, const struct fp_out *text, int encoding, const char *path, int round) {
    harness *fresh = harness_new();
    start(fresh, encoding);
    harness_open(fresh, "file:///nowhere/edited.mlir", fp_out_str(text));
    harness_run(fresh);
    char *edited = published(h), *again = published(fresh);
    bool same = strcmp(edited, again) == 0;
    if (!same) printf("the diagnostics differ\n--- edited\n%s\n--- fresh\n%s\n", edited, again);
    same = same && same_hover(h, fresh, text, (uint64_t)round + 1, encoding);
    if (!same)
        printf("%s, edit %d, %s\n--- text\n%.*s\n", path, round, encodings[encoding], (int)text->len, text->data);
    free(edited);
    free(again);
    harness_drop(fresh);
    return same;
}

static bool edit_file(const char *path, int rounds, uint64_t seed) {
    FILE *file = fopen(path, "rb");
    struct fp_out original = { 0 }, text = { 0 };
    char buffer[4096];
    size_t count;
    if (!file) return false;
    while ((count = fread(buffer, 1, sizeof buffer, file)) > 0) fp_out_bytes(&original, (fp_str){ buffer, count });
    fclose(file);
    fp_out_bytes(&text, fp_out_str(&original));
    int encoding = (int)(seed % 3);
    harness *h = harness_new();
    start(h, encoding);
    harness_open(h, "file:///nowhere/edited.mlir", fp_out_str(&original));
    harness_run(h);
    bool good = compare(h, &text, encoding, path, 0);
    for (int round = 1; round <= rounds && good; round++) {
        cJSON *params = cJSON_CreateObject(), *document = cJSON_AddObjectToObject(params, "textDocument");
        cJSON_AddStringToObject(document, "uri", "file:///nowhere/edited.mlir");
        cJSON_AddNumberToObject(document, "version", round + 1);
        cJSON *changes = cJSON_AddArrayToObject(params, "contentChanges");
        for (uint64_t n = 1 + next_random(&seed) % 3; n > 0; n--)
            cJSON_AddItemToArray(changes, random_change(&seed, &text, fp_out_str(&original), encoding));
        harness_notify(h, "textDocument/didChange", params);
        if (next_random(&seed) % 4 == 0) continue; /* a burst: the next edit comes before the check */
        good = next_random(&seed) % 2 == 0 || same_early_hover(h, &text, seed, encoding);
        harness_run(h);
        good = compare(h, &text, encoding, path, round) && good;
        harness_forget(h);
    }
    harness_drop(h);
    fp_out_drop(&original);
    fp_out_drop(&text);
    return good;
}

int main(int argc, char **argv) {
    int files = argc - 3, rounds = argc > 1 ? atoi(argv[1]) : 0;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    bool good = files > 0;
    for (int i = 3; i < argc; i++) good &= edit_file(argv[i], rounds / files + 1, (seed + (uint64_t)i) * 7919);
    printf("%d files, %d edits, %d hovers before a check%s\n", files, rounds, early_answers,
           good ? "" : ", with differences");
    return !good || !early_answers;
}
