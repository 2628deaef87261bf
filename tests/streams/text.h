/* text.h - what the printers of programs of roles share (threads.h). */
#ifndef TEXT_H
#define TEXT_H
#include "threads.h"
#include <stdarg.h>

enum { MEMORIES_MAX = 4 };
/* Where roles and bytes lie: threads FIRST .. END - 1 are a role's. */
typedef struct {
    const struct program *roles;
    uint32_t width; /* of wide roles; 1: there are none */
    uint32_t first[STREAMS_MAX], end[STREAMS_MAX], block;
    uint32_t elements[MEMORIES_MAX]; /* of each memory; 0: it is not used */
    bool meets[OBJECTS_MAX];
} fp_layout;
fp_layout text_layout(const struct program *roles);

void text_line(fp_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A value that is made on a line of its own, "%v7": `format` says what stands behind the =. Its number. */
uint32_t text_value(fp_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool text_draws(fp_text *text, uint32_t n); /* one in n, the same each time the program is printed */

/* The elements of an access: one of each cell by each thread, or all of them in one. */
typedef struct {
    bool by_lane;             /* the element of lane L of the role is first + L */
    uint32_t first[8], count; /* lines */
    uint32_t elements;        /* of each */
} fp_elements;
fp_elements text_elements(const fp_layout *layout, fp_stream s, const step *at);
/* Does the wait for its own arrival stand right behind that arrival? */
bool text_waits_at_once(const fp_layout *layout, fp_stream s, const step *at);
/* Bytes of memory that COUNT bytes of the program are. */
int64_t text_bytes(const fp_layout *layout, int64_t count);

/* One kind of text. */
typedef struct {
    void (*open)(fp_text *text, const fp_layout *layout);
    void (*step)(fp_text *text, const fp_layout *layout, fp_stream s, const step *at, const step *next);
    void (*barrier)(fp_text *text);
    void (*enter)(fp_text *text, const char *condition); /* what follows is done where it holds */
    void (*leave)(fp_text *text);
    void (*close)(fp_text *text);
} fp_printer;
extern const fp_printer text_gpu, text_nvvm, text_amd;
#endif
