/* library.h - what the Python module calls through ctypes: one text in, its findings or its mended form out; or two
 * texts, and what became of their kernels.
 *
 * The shared library holds the whole analysis and exports the functions of this header alone. _library.py declares the
 * same structures: whoever changes one changes the other.
 *
 * Ownership  a request borrows everything; an answer's bytes are the caller's until fencepost_drop.
 * Threads    calls share nothing, any number may run at once. Each works on a stack of its own.
 * Failure    an answer that says `failed` holds one line for the user: a configuration or a target that is not
 *            understood. Running out of memory ends the process with a message, as everywhere in fencepost.
 */
#ifndef FENCEPOST_PYTHON_LIBRARY_H
#define FENCEPOST_PYTHON_LIBRARY_H
#include "fencepost.h"

typedef struct {
    fp_str text, name;    /* name: how findings call the text */
    fp_str config;        /* the text of a fencepost.json; empty: none */
    fp_str config_path;   /* where it lies: its globs count from there, and errors name it */
    fp_str target;        /* stronger than whatever the text says; empty: none */
    uint32_t block[3];    /* likewise; zeros: none */
    uint32_t least_level; /* an fp_level: findings below it are left out; FP_LEVEL_OFF: as the configuration says */
    bool try_fixes;       /* check: only fixes that hold are handed out, with their edits as tried */
    bool unsafe_fixes;    /* fix: apply also those that are not known to be safe */
} fencepost_request;

typedef struct {
    char *data;
    size_t len;
    bool failed;
} fencepost_answer;

const char *fencepost_version(void);
/* One JSON object. findings: as `lint --output-format json` has them; rendered: each of them as the terminal shows it,
 * without colours; unjudged: what could not be judged, with kernel, reason and line; functions: how many the text has,
 * be they kernels or not. */
void fencepost_check(const fencepost_request *request, fencepost_answer *answer);
/* The mended text; the very bytes of the request's when there is nothing to mend. */
void fencepost_fix(const fencepost_request *request, fencepost_answer *answer);
/* What `compare --all --output-format json` prints of the two texts, with findings from the new one's least level on.
 */
void fencepost_compare(const fencepost_request *old, const fencepost_request *new, fencepost_answer *answer);
/* One JSON object: of every rule's name what the rule claims (fp_claim), "unordered". */
void fencepost_claims(fencepost_answer *answer);
void fencepost_drop(fencepost_answer *answer);
#endif
