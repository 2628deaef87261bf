#include "output/style.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const fp_style *fp_style_get(bool colors) {
    static const fp_style plain = { .level = { "", "", "", "", "" },
                                    .strong = "",
                                    .frame = "",
                                    .place = "",
                                    .code = "",
                                    .reset = "",
                                    .slot = { "", "", "", "", "", "" } };
    static const fp_style colored = {
        .level = { "", "\033[1;36m", "\033[1;34m", "\033[1;33m", "\033[1;31m" },
        .strong = "\033[1m",
        .frame = "\033[1;34m",
        .place = "\033[1;34m",
        .code = "\033[36m",
        .reset = "\033[0m",
        .slot = { "\033[36m", "\033[33m", "\033[35m", "\033[32m", "\033[34m", "\033[31m" },
    };
    return colors ? &colored : &plain;
}

static bool is_set(const char *name) {
    const char *value = getenv(name);
    return value && *value;
}

bool fp_style_wanted(fp_color color, int descriptor) {
    switch (color) {
    case FP_COLOR_ALWAYS: return true;
    case FP_COLOR_NEVER: return false;
    case FP_COLOR_AUTO: break;
    }
    if (is_set("NO_COLOR")) return false;
    if (is_set("FORCE_COLOR")) return true;
    const char *terminal = getenv("TERM");
    return isatty(descriptor) && terminal && strcmp(terminal, "dumb") != 0;
}
