/* options.h - the command line: from words to a struct, and its help. options.def and commands.def are the tables.
 *
 * Ownership  words borrow from argv; lists live in the arena.
 * Failure    `fp_arguments_parse` has said on standard error what is wrong, in one line with the nearest valid word.
 */
#ifndef FP_OPTIONS_H
#define FP_OPTIONS_H
#include "base/arena.h"
#include "base/vec.h"
#include "output/log.h"
#include "output/out.h"
#include "output/status.h"

typedef enum {
#define FP_COMMAND(id, name, least, most, operands, summary, text) FP_COMMAND_##id,
#include "cli/commands.def"
#undef FP_COMMAND
    FP_COMMAND_NONE
} fp_command;

typedef FP_VEC(fp_str) fp_words;
typedef FP_VEC(fp_rule) fp_rules;

typedef bool fp_argument_FLAG;
typedef fp_str fp_argument_WORD;
typedef uint32_t fp_argument_NUMBER;
typedef fp_level fp_argument_LEVEL;
typedef fp_str fp_argument_TARGET;
typedef fp_rules fp_argument_RULES;
typedef uint32_t fp_argument_CHOICE; /* index into the row's list of values */

struct fp_arguments {
    fp_command command;
    fp_words operands;
    uint64_t given; /* bit set of the rows of options.def that the words named */
#define FP_OPTION(field, kind, ...) fp_argument_##kind field;
#include "cli/options.def"
#undef FP_OPTION
};

/* The tables, for who writes about them: help, completions, the manual page. */
typedef enum {
    FP_OPTION_FLAG,
    FP_OPTION_WORD,
    FP_OPTION_NUMBER,
    FP_OPTION_LEVEL,
    FP_OPTION_TARGET,
    FP_OPTION_RULES,
    FP_OPTION_CHOICE
} fp_option_kind;
typedef struct {
    fp_option_kind kind;
    size_t field; /* offset in fp_arguments */
    const char *name;
    char letter;                 /* 0: none */
    const char *value, *initial; /* what to write for the value (CHOICE: all, with | between); the default */
    uint32_t commands;           /* bit set of fp_command */
    uint32_t group;
    const char *help;
} fp_option_row;
typedef struct {
    const char *name;
    uint32_t least, most;
    const char *operands, *summary, *text;
} fp_command_row;
size_t fp_option_count(void);
const fp_option_row *fp_option_at(size_t index);
const fp_command_row *fp_command_at(fp_command command);
bool fp_option_applies(const fp_option_row *option, fp_command command); /* FP_COMMAND_NONE: to the program itself */

/* The end of a message about a word that no table has: the word that may be meant (`nearest`), else the command that
 * lists them all ("; 'fencepost explain' lists the rules"). */
fp_str fp_nearest_or_list(struct fp_arena *keep, fp_str nearest, const char *command, const char *what);

fp_status fp_arguments_parse(struct fp_arena *keep, size_t count, char *const *words, struct fp_arguments *arguments);
bool fp_arguments_gave(const struct fp_arguments *arguments, fp_str option); /* did the words name it? */
void fp_arguments_help(struct fp_out *out, fp_command command,
                       const fp_style *style); /* FP_COMMAND_NONE: of the whole program */
#endif
