/* scanner.c - where an op ends, which `{` opens a region, and what is left open by unfinished text.
 *
 * MLIR text has no separator between ops and one kind of brace for two things. Both are decided here by looking at
 * the text ahead: up to the first tokens of the next op for the end of an op, up to the first tokens behind a `{` for
 * the brace. Tokens have no width, save a region's braces and the section split: they stand where the text before
 * them ends.
 *
 * Layout   where lines end and in which columns they begin means nothing in text whose braces match.
 * Damage   text that cannot be right gets a token that says so, instead of an error from the parser: a bracket still
 *          open where an op begins, a name that is missing. Which of several braces is missing or too many, braces
 *          alone do not tell; the columns of the lines do (scanner_braces.h).
 * State    for each open region the column of its first line and what kind of op it belongs to, and what is known of
 *          the braces ahead; no more, because the parser reuses old nodes only where the state before them is the old
 *          one.
 * Stretches  rows of ops are cut where the beginning of the next op says so: by a hash of it, so that an edit moves
 *            no cut but those beside it.
 * Cost     a constant for each token and one look at the beginning of each line; looks further ahead have a bound.
 *          The braces of a section are counted at most once, and only where columns speak against them.
 *
 * All of it is one translation unit, which is what tools that build grammars expect: scanner_text.h looks at
 * characters, scanner_start.h knows what begins an op, scanner_braces.h judges braces, scanner_tokens.h tells the
 * token, and here is what tree-sitter calls.
 */
#include "scanner_tokens.h"
#include "tree_sitter/alloc.h"

#include <stddef.h>

void *tree_sitter_mlir_external_scanner_create(void);
void tree_sitter_mlir_external_scanner_destroy(void *payload);
unsigned tree_sitter_mlir_external_scanner_serialize(void *payload, char *buffer);
void tree_sitter_mlir_external_scanner_deserialize(void *payload, const char *buffer, unsigned length);
bool tree_sitter_mlir_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid);

/* NULL where memory has run out and the host goes on all the same: then no token of ours is found. */
void *tree_sitter_mlir_external_scanner_create(void) { return ts_calloc(1, sizeof(struct scanner)); }

void tree_sitter_mlir_external_scanner_destroy(void *payload) { ts_free(payload); }

/* Nothing when there is nothing to say: then the start of a file has no state of its own, and an edit there leaves
 * what is behind. Else the column of the section beside what is known of braces, a byte of flags, the number of
 * missing braces if it is wrong, the depth where it is more than what follows, the comments where there are any, a
 * byte for each region. */
enum { FLAG_DEEP = 1, FLAG_FIRST = 2, FLAG_VERDICT = 4, FLAG_NEXT = 32, FLAG_COMMENTS = 128 };

static unsigned put(char *buffer, unsigned length, const void *data, size_t size) {
    memcpy(buffer + length, data, size);
    return length + (unsigned)size;
}

unsigned tree_sitter_mlir_external_scanner_serialize(void *payload, char *buffer) {
    const struct scanner *scanner = payload;
    unsigned length = 0;
    if (!scanner) return 0;
    bool deep = scanner->depth > DEPTH_MAX;
    static const struct scanner initial;
    if (scanner->depth == 0 && memcmp(scanner, &initial, offsetof(struct scanner, regions)) == 0) return 0;
    buffer[length++] = (char)(scanner->top | scanner->braces << COLUMN_BITS);
    buffer[length++] = (char)(deep * FLAG_DEEP + scanner->first * FLAG_FIRST + scanner->verdict * FLAG_VERDICT +
                              scanner->next * FLAG_NEXT + (scanner->comments > 0) * FLAG_COMMENTS);
    if (scanner->braces == BRACES_WRONG) buffer[length++] = (char)scanner->missing;
    if (deep) length = put(buffer, length, &scanner->depth, sizeof scanner->depth);
    if (scanner->comments > 0) length = put(buffer, length, &scanner->comments, sizeof scanner->comments);
    return put(buffer, length, scanner->regions, deep ? DEPTH_MAX : scanner->depth);
}

static unsigned get(void *data, const char *buffer, unsigned at, size_t size) {
    memcpy(data, buffer + at, size);
    return at + (unsigned)size;
}

void tree_sitter_mlir_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
    struct scanner *scanner = payload;
    if (!scanner) return;
    memset(scanner, 0, offsetof(struct scanner, regions));
    if (length == 0) return;
    unsigned at = 0, first = (unsigned char)buffer[at++], flags = (unsigned char)buffer[at++];
    scanner->top = first & COLUMN_UNKNOWN;
    scanner->braces = (uint8_t)(first >> COLUMN_BITS);
    scanner->first = flags / FLAG_FIRST % 2;
    scanner->verdict = flags / FLAG_VERDICT % 8;
    scanner->next = (uint8_t)(flags / FLAG_NEXT % 4);
    if (scanner->braces == BRACES_WRONG) scanner->missing = (int8_t)buffer[at++];
    if (flags & FLAG_DEEP) at = get(&scanner->depth, buffer, at, sizeof scanner->depth);
    if (flags & FLAG_COMMENTS) at = get(&scanner->comments, buffer, at, sizeof scanner->comments);
    if (!(flags & FLAG_DEEP)) scanner->depth = length - at;
    memcpy(scanner->regions, buffer + at, length - at);
}

bool tree_sitter_mlir_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
    struct scanner *scanner = payload;
    struct look look = { .lexer = lexer };
    if (!scanner) return false;
    return scan(scanner, &look, valid);
}
