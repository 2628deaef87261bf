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
    uint32_t elements[MEMORIES_MAX];            /* of each memory; 0: it is not used */
    bool meets[OBJECTS_MAX], used[OBJECTS_MAX]; /* after their inits */
} fp_layout;
fp_layout text_layout(const struct program *roles);

void text_line(fp_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A value that is made on a line of its own, "%v7": `format` says what stands behind the =. Its number. */
uint32_t text_value(fp_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool text_draws(fp_text *text, uint32_t n);       /* one in n, the same each time the program is printed */
uint32_t text_chooses(fp_text *text, uint32_t n); /* 0 .. n - 1 */

/* ---- Words (text_words.c): numbers, conditions and loops, as the text's dialects write them ---- */
typedef enum {
    TEXT_ADD,
    TEXT_SUB,
    TEXT_MUL,
    TEXT_DIV,
    TEXT_REM,
    TEXT_AND,
    TEXT_XOR,
    TEXT_SHR, /* numbers */
    TEXT_EQ,
    TEXT_NE,
    TEXT_LT,
    TEXT_GE,  /* conditions */
    TEXT_BOTH /* of two conditions */
} fp_text_op;
uint32_t text_number(fp_text *text, int64_t value);
uint32_t text_argument(fp_text *text); /* the kernel's */
uint32_t text_compute(fp_text *text, fp_text_op op, uint32_t a, uint32_t b);
uint32_t text_compute_by(fp_text *text, fp_text_op op, uint32_t a, int64_t b);
uint32_t text_select(fp_text *text, uint32_t condition, uint32_t a, uint32_t b);

void text_enter(fp_text *text, uint32_t condition); /* what follows is done where it holds */
void text_otherwise(fp_text *text);                 /* .. where the innermost one does not */
void text_leave(fp_text *text);
/* Ways by a number: case 1 .. COUNT, each opened in turn. */
void text_switch(fp_text *text, uint32_t number, uint32_t count);
void text_case(fp_text *text, uint32_t which);
void text_case_end(fp_text *text);
void text_switch_end(fp_text *text);

/* `carried`: before it, then inside; when it is closed those of the next iteration, then those behind it. */
/* Opens a loop of COUNT iterations, at least one, or of as many as the kernel's argument says: the number of the
 * iteration. */
uint32_t text_open_loop(fp_text *text, uint32_t count, bool asked, fp_carried *carried);
void text_close_loop(fp_text *text, fp_carried *carried);

/* ---- Repeats (text_loops.c): what a role does again and again becomes a loop ---- */
typedef struct {
    uint32_t length, count; /* steps of an iteration, iterations; 1: no loop */
} fp_repeat;
typedef uint32_t (*fp_step_note)(const fp_layout *layout, fp_stream s, const step *at);
/* The loop that begins with step `at`. Steps that are printed differently have different notes. */
fp_repeat text_repeat(const fp_layout *layout, fp_step_note note, fp_stream s, uint32_t at, uint32_t end);
void text_open_repeat(fp_text *text, const fp_layout *layout, fp_stream s, uint32_t from, fp_repeat repeat);
void text_close_repeat(fp_text *text);

/* Numbers of the step that is being printed: constants, or made of the iterations' number. */
uint32_t text_object(fp_text *text, const step *at);
uint32_t text_parity(fp_text *text, const step *at); /* 0 or 1 */
uint32_t text_element(fp_text *text, const fp_layout *layout, const step *at, uint32_t first);
fp_repeat text_here(void); /* the loop around what is being printed */
/* The loop of the role that the step is in the first iteration of, where the kernel's argument says how often it runs.
 */
const fp_asked_loop *text_asked_loop(const fp_text *text, fp_stream s, uint32_t at);

/* ---- Roles (text_roles.c) ---- */
/* Prints who is in which role; `print` prints what a role does. */
void text_print_roles(fp_text *text, const fp_layout *layout,
                      void (*print)(fp_text *text, const fp_layout *layout, fp_stream s));
void text_name_roles(fp_text *text, const fp_layout *layout);

/* The elements of an access: one of each cell by each thread, or all of them in one. */
typedef struct {
    bool by_lane;             /* the element of lane L of the role is first + L */
    uint32_t first[8], count; /* lines */
    uint32_t elements;        /* of each */
} fp_elements;
fp_elements text_elements(const fp_layout *layout, fp_stream s, const step *at);
/* Does the wait for its own arrival stand right behind that arrival? */
bool text_waits_at_once(const fp_layout *layout, fp_stream s, const step *at);
bool text_is_silent(const fp_layout *layout, const step *at);
/* The note of printers that write an arrival and the wait for it as one. */
uint32_t text_note_pair(const fp_layout *layout, fp_stream s, const step *at);
/* Bytes of memory that COUNT bytes of the program are. */
int64_t text_bytes(const fp_layout *layout, int64_t count);

/* One kind of text. */
typedef struct {
    void (*choose)(fp_text *text, const fp_layout *layout); /* the words, and the chip */
    void (*open)(fp_text *text, const fp_layout *layout);   /* says which value the thread's number is */
    void (*step)(fp_text *text, const fp_layout *layout, fp_stream s, const step *at, const step *next);
    void (*barrier)(fp_text *text);
    void (*close)(fp_text *text);
    fp_step_note note; /* NULL: all steps alike */
} fp_printer;
extern const fp_printer text_gpu, text_nvvm, text_amd;
#endif
