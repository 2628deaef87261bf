#include "read/value_text.h"
#include "base/source.h"
#include "read/unit.h"

static void open_text(fp_value_reader *reader, fp_str text) {
    if (reader->depth == FP_VALUE_DEPTH_MAX) return;
    reader->texts[reader->depth++] = fp_lex_start(text, (fp_span){ 0, (uint32_t)text.len });
}

fp_value_reader fp_value_read(const struct fp_unit_context *context, fp_str text) {
    fp_value_reader reader;
    reader.context = context;
    reader.depth = reader.tokens = 0;
    open_text(&reader, text);
    return reader;
}

static fp_str without_quotes(fp_str string) {
    bool closed;
    size_t end = fp_source_string_end(string, 0, &closed);
    return fp_str_slice(string, 1, end - closed);
}

/* A name with or without parameters: goes into these, or into what the name stands for; false: it is an alias, which
 * is no token itself. */
static bool enter(fp_value_reader *reader) {
    size_t open = fp_str_find(reader->text, '<');
    if (open < reader->text.len) {
        open_text(reader, fp_str_slice(reader->text, open + 1, reader->text.len - 1));
        reader->text.len = open;
        return true;
    }
    fp_str meaning = fp_unit_alias(reader->context, reader->text);
    if (fp_str_equal(meaning, reader->text)) return true;
    open_text(reader, meaning);
    return false;
}

bool fp_value_next(fp_value_reader *reader) {
    while (reader->depth && reader->tokens < FP_VALUE_TOKENS_MAX) {
        fp_lexer *lexer = &reader->texts[reader->depth - 1];
        fp_token token;
        if (!fp_lex_next(lexer, &token)) {
            reader->depth--;
            continue;
        }
        reader->tokens++;
        reader->level = reader->depth - 1;
        reader->kind = (fp_token_kind)token.kind;
        reader->text = fp_str_slice(lexer->text, token.span.start, token.span.end);
        if (token.kind == FP_TOKEN_STRING) reader->text = without_quotes(reader->text);
        bool named = token.kind == FP_TOKEN_ATTRIBUTE || token.kind == FP_TOKEN_TYPE;
        if (!named || enter(reader)) return true;
    }
    return false;
}

/* A word is followed by its value with or without a `=`, a name in quotes only with one. */
bool fp_value_find_string(fp_value_reader *reader, fp_str key) {
    for (bool more = fp_value_next(reader); more;) {
        bool quoted = reader->kind == FP_TOKEN_STRING, found = fp_str_equal(reader->text, key);
        more = fp_value_next(reader);
        if (!found || !more) continue;
        bool equals = fp_str_equal(reader->text, FP_STR("="));
        if (equals) more = fp_value_next(reader);
        if (more && reader->kind == FP_TOKEN_STRING && (equals || !quoted)) return true;
    }
    return false;
}

bool fp_value_integer(fp_value_reader *reader, int64_t *number) {
    while (fp_value_next(reader))
        if (reader->kind == FP_TOKEN_INT) return fp_str_int(reader->text, number);
    return false;
}
