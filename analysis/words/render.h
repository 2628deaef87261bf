/* render.h - words for people: the sentences of facts/sentences.def with their arguments filled in. The only place
 * where text that people read is made.
 *
 * Ownership  words live in `keep`, or are those of the table.
 * Cost       one pass over the sentence, and a look-up among the lines for each place.
 */
#ifndef FP_RENDER_H
#define FP_RENDER_H
#include "base/lines.h"
#include "facts/phrase.h"

/* For words that are read beside the source that a text was made from. */
typedef struct {
    uint32_t (*line)(void *context, uint32_t place); /* the source's line of a place in the text; 0: none is told */
    void *context;
} fp_source_lines;

/* Sentences as they were read, for who renders many phrases. It lives in `keep`, with all that is read. */
struct fp_wordings;
struct fp_wordings *fp_wordings_new(struct fp_arena *keep);

typedef struct {
    struct fp_arena *keep;
    fp_lines lines;
    const fp_source_lines *source; /* NULL: lines are the text's. Else they are the source's, and those that only the
                                      text has are called so: "57 of the IR" */
    const fp_span *own;            /* of the finding that is put into words: its line is "this line"; NULL: none */
    struct fp_wordings *wordings;  /* NULL: each sentence is read anew */
} fp_renderer;
typedef enum { FP_FORM_FULL, FP_FORM_BRIEF } fp_form;

fp_str fp_render(const fp_renderer *renderer, const fp_phrase *phrase, fp_form form); /* empty when it says nothing */
/* The full form, in `keep`, which is the same one as long as the renderer's wordings are. */
fp_str fp_render_kept(const fp_renderer *renderer, struct fp_arena *keep, const fp_phrase *phrase);
#endif
