/* lay_out.h - other layouts of a well-formed text: other white space where white space stood, sometimes with comments
 * in it.
 *
 * Comments and `// -----` keep the ends of their lines, which mean something. Line ends that were there stay in front
 * of what the grammar takes for an op's beginning only there, and none is put in front of a last
 * operand where another op follows on its line, nor behind what the next word may belong to (grammar/README.md,
 * "Limits"). */
#ifndef GRAMMAR_LAY_OUT_H
#define GRAMMAR_LAY_OUT_H
#include "tree.h"

#define LAYOUTS(X) /* name, label */                    \
    X(FLUSH, "no indentation")                          \
    X(RANDOM_INDENT, "random indentation")              \
    X(REVERSED, "less indentation inside than outside") \
    X(TABS, "tabs and CRLF")                            \
    X(JOINED, "some lines joined")                      \
    X(ONE_LINE, "one line, no comments")                \
    X(SPLIT, "some lines split")                        \
    X(SCATTERED, "split and joined, with comments between")
#define LAYOUT_ENUM(name, label) name,
typedef enum { LAYOUTS(LAYOUT_ENUM) LAYOUT_COUNT } layout;
const char *layout_label(layout k);

/* NAME: of an op. WORD: a keyword or an arrow. */
typedef enum { TOKEN, TOKEN_NAME, TOKEN_WORD, TOKEN_STRING, TOKEN_COMMENT, TOKEN_SPLIT } token_kind;
typedef struct {
    uint32_t start, end, depth;
    token_kind kind;
} token; /* depth: of the regions around it */
typedef struct {
    token *data;
    uint32_t count, capacity;
} token_list;

void token_list_read(token_list *tokens,
                     const TSTree *tree); /* replaces what is in the list; the caller frees its data */
text lay_out(text t, const token_list *tokens, layout k, random_source *random);

#endif
