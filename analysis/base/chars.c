#include "base/chars.h"

#define DIGIT FP_CHAR_DIGIT
#define LETTER FP_CHAR_LETTER
const uint16_t fp_char_classes[256] = {
    [' '] = FP_CHAR_BLANK, ['\t'] = FP_CHAR_BLANK,
    ['\n'] = FP_CHAR_LINE_END, ['\r'] = FP_CHAR_LINE_END,
    ['\0'] = FP_CHAR_OTHER_SPACE, ['\v'] = FP_CHAR_OTHER_SPACE, ['\f'] = FP_CHAR_OTHER_SPACE,
    ['0'] = DIGIT, ['1'] = DIGIT, ['2'] = DIGIT, ['3'] = DIGIT, ['4'] = DIGIT, ['5'] = DIGIT, ['6'] = DIGIT,
    ['7'] = DIGIT, ['8'] = DIGIT, ['9'] = DIGIT,
    ['a'] = LETTER, ['b'] = LETTER, ['c'] = LETTER, ['d'] = LETTER, ['e'] = LETTER, ['f'] = LETTER, ['g'] = LETTER,
    ['h'] = LETTER, ['i'] = LETTER, ['j'] = LETTER, ['k'] = LETTER, ['l'] = LETTER, ['m'] = LETTER, ['n'] = LETTER,
    ['o'] = LETTER, ['p'] = LETTER, ['q'] = LETTER, ['r'] = LETTER, ['s'] = LETTER, ['t'] = LETTER, ['u'] = LETTER,
    ['v'] = LETTER, ['w'] = LETTER, ['x'] = LETTER, ['y'] = LETTER, ['z'] = LETTER,
    ['A'] = LETTER, ['B'] = LETTER, ['C'] = LETTER, ['D'] = LETTER, ['E'] = LETTER, ['F'] = LETTER, ['G'] = LETTER,
    ['H'] = LETTER, ['I'] = LETTER, ['J'] = LETTER, ['K'] = LETTER, ['L'] = LETTER, ['M'] = LETTER, ['N'] = LETTER,
    ['O'] = LETTER, ['P'] = LETTER, ['Q'] = LETTER, ['R'] = LETTER, ['S'] = LETTER, ['T'] = LETTER, ['U'] = LETTER,
    ['V'] = LETTER, ['W'] = LETTER, ['X'] = LETTER, ['Y'] = LETTER, ['Z'] = LETTER, ['_'] = LETTER,
    ['$'] = FP_CHAR_DOLLAR_DOT, ['.'] = FP_CHAR_DOLLAR_DOT,
    ['-'] = FP_CHAR_DASH,
    ['('] = FP_CHAR_OPENS, ['['] = FP_CHAR_OPENS, ['{'] = FP_CHAR_OPENS, ['<'] = FP_CHAR_OPENS,
    [')'] = FP_CHAR_CLOSES, [']'] = FP_CHAR_CLOSES, ['}'] = FP_CHAR_CLOSES, ['>'] = FP_CHAR_CLOSES,
    ['"'] = FP_CHAR_QUOTE,
};
