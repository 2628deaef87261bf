/* ends.c COUNT SEED - short texts of random tokens: the parse of each ends. The scanner's tokens of no width stand for
 * what is missing; one that is given again and again at the same place would fill the memory. */
#include "tree.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const tokens[] = {
    "%a",         "%",           "%0:2",      " ",
    "\n",         "\n",          "\t",        "\r",
    "\f",         "\v",          ":",         "=",
    ",",          "i",           "a.b",       "2",
    "\"",         "\"x.y\"",     "(",         ")",
    "{",          "}",           "[",         "]",
    "<",          ">",           "^b",        "^",
    "#",          "#a",          "!",         "!a",
    "@",          "@f",          "->",        "-",
    ".",          "/",           "//c",       "loc(",
    "attributes", "{-#",         "#-}",       "func.func @f()",
    "::",         "module",      "return",    "4x",
    "...",        "|",           "*",         "?",
    "'",          "\\",          "&",         "==",
    ">=",         "gpu.barrier", "scf.yield", "// -----\n",
};
enum { TOKENS = sizeof tokens / sizeof *tokens, TOKENS_MAX = 12, TEXT_MAX = 256 };
static const uint64_t longest_us = 10000000; /* each takes some microseconds */

int main(int argc, char **argv) {
    if (argc != 3) return fprintf(stderr, "usage: %s COUNT SEED\n", argv[0]), 2;
    random_source random = random_for("ends", strtoull(argv[2], NULL, 10));
    TSParser *parser = parser_new();
    ts_parser_set_timeout_micros(parser, longest_us);
    for (unsigned long left = strtoul(argv[1], NULL, 10); left; left--) {
        char bytes[TEXT_MAX] = "";
        for (uint32_t count = 1 + random_below(&random, TOKENS_MAX); count; count--)
            strcat(bytes, tokens[random_below(&random, TOKENS)]);
        TSTree *tree = ts_parser_parse_string(parser, NULL, bytes, (uint32_t)strlen(bytes));
        if (!tree) return printf("the parse of this does not end:\n%s\n", bytes), 1;
        ts_tree_delete(tree);
    }
    ts_parser_delete(parser);
    return 0;
}
