#include "typing.h"
#include <string.h>

static const char *const pieces[] = { "{",
                                      "}",
                                      "(",
                                      ")",
                                      "[",
                                      "]",
                                      "<",
                                      ">",
                                      "\"",
                                      "%",
                                      "^",
                                      "@",
                                      "#",
                                      "!",
                                      "//",
                                      "\n",
                                      "\n",
                                      "=",
                                      ",",
                                      ":",
                                      "->",
                                      "loc(",
                                      "{-#",
                                      "#-}",
                                      "%x = ",
                                      "memref.load",
                                      "// -----\n",
                                      "x",
                                      "1",
                                      "scf.if",
                                      "  ",
                                      "\r\n",
                                      "^bb1:",
                                      "module {\n",
                                      "func.func @f() {\n",
                                      "}\n",
                                      "\"a.b\"() ({\n",
                                      "}) : () -> ()\n",
                                      "attributes",
                                      "\xc3",
                                      "\xe2\x82\xac" };

static uint32_t minimum(uint32_t a, uint32_t b) { return a < b ? a : b; }

static uint32_t line_start(text t, uint32_t at) {
    while (at > 0 && t.data[at - 1] != '\n') at--;
    return at;
}

static uint32_t line_end(text t, uint32_t at) {
    while (at < t.len && t.data[at] != '\n') at++;
    return minimum(at + 1, t.len);
}

edit random_edit(random_source *random, text t) {
    edit e = { .start = random_below(random, t.len + 1) };
    e.end = e.start;
    switch (random_below(random, 6)) {
    case 0: /* delete a few characters */ e.end = minimum(e.start + 1 + random_below(random, 4), t.len); return e;
    case 1: /* delete a line, or its second half */
        e.end = line_end(t, e.start);
        if (random_below(random, 2)) e.start = line_start(t, e.start);
        return e;
    case 2: /* put a piece from elsewhere in place of some text */
        e.end = minimum(e.start + random_below(random, 8), t.len);
        uint32_t from = random_below(random, t.len + 1);
        e.by_len = minimum(random_below(random, EDIT_BYTES_MAX), t.len - from);
        memcpy(e.by, t.data + from, e.by_len);
        return e;
    default: { /* type */
        const char *piece = pieces[random_below(random, sizeof pieces / sizeof *pieces)];
        e.by_len = (uint32_t)strlen(piece);
        memcpy(e.by, piece, e.by_len);
        return e;
    }
    }
}
