/* The alphabets of base/chars.h, against lists of their characters. */
#include "base/chars.h"
#include <stdio.h>
#include <string.h>

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"
#define DIGITS "0123456789"
#define LIST(name, text) \
    { #name, name, "" text, sizeof text - 1 }

static const struct {
    const char *name;
    bool (*contains)(char);
    const char *list;
    size_t length;
} alphabets[] = {
    LIST(fp_is_blank, " \t"),
    LIST(fp_is_line_end, "\n\r"),
    LIST(fp_is_space, " \t\n\r\v\f\0"),
    LIST(fp_is_digit, DIGITS),
    LIST(fp_is_letter, LETTERS),
    LIST(fp_is_word, LETTERS DIGITS "$."),
    LIST(fp_is_suffix, LETTERS DIGITS "$.-"),
};

int main(void) {
    int failed = 0;
    for (size_t i = 0; i < sizeof alphabets / sizeof *alphabets; i++)
        for (int c = 0; c < 256; c++) {
            bool listed = memchr(alphabets[i].list, c, alphabets[i].length) != NULL;
            if (alphabets[i].contains((char)c) == listed) continue;
            printf("FAILED %s(0x%02X): should be %d\n", alphabets[i].name, (unsigned)c, listed);
            failed = 1;
        }
    return failed;
}
