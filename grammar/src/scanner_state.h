/* scanner_state.h - what the scanner remembers from one token to the next. */
#ifndef SCANNER_STATE_H
#define SCANNER_STATE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    /* Columns that fit beside the kind in a byte of state; lines further right have COLUMN_UNKNOWN. */
    COLUMN_BITS = 6,
    COLUMN_UNKNOWN = (1 << COLUMN_BITS) - 1,
    /* Open regions whose columns are kept: what fits into the buffer that the parser offers for the state. */
    DEPTH_MAX = 1024 - 9,
    /* As many braces too many or missing as the state can tell. */
    MISSING_MAX = 100,
};

/* What the end of an op found out about the brace or op that comes next. */
enum verdict {
    VERDICT_PLAIN,
    VERDICT_OP,      /* it is an op where it belongs, and no comment in front of it */
    VERDICT_COMMENT, /* such an op with comments in front of it, the last of which tells what VERDICT_OP would have told
                      */
    VERDICT_UNCLOSED,     /* the innermost region should have been closed before it */
    VERDICT_STRAY,        /* a brace that closes nothing */
    VERDICT_UNNAMED,      /* results without `=`: the name may be missing as well */
    VERDICT_STRETCH,      /* as VERDICT_OP; a stretch begins with it */
    VERDICT_LONG_STRETCH, /* .. and a long one */
};

/* What is known of the braces from here to the end of the section. */
enum braces {
    BRACES_UNKNOWN,
    BRACES_RIGHT,
    BRACES_WRONG, /* scanner.missing says how */
};

struct scanner {
    uint32_t depth;    /* of open regions; the first DEPTH_MAX are described */
    uint8_t verdict;   /* enum verdict */
    uint8_t next;      /* enum kind of the op that was last seen ahead */
    bool first;        /* at most one op of the innermost region has come */
    uint8_t braces;    /* enum braces */
    int8_t missing;    /* closing braces that are missing; below 0: that are too many */
    uint8_t top;       /* column of the first op of the section; COLUMN_UNKNOWN if it is not in sight */
    uint16_t comments; /* in a row that goes on, up to COMMENTS_MAX */
    uint8_t regions[DEPTH_MAX];
};

#endif
