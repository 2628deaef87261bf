/* The tokens of attribute values (read/value_text.h): tokens with their levels, integers, strings behind a key. */
#include "read/unit.h"
#include "read/value_text.h"
#include <stdio.h>
#include <string.h>

static int failures;

/* Stands in for the file's aliases; one stands for itself twice. */
fp_str fp_unit_alias(const struct fp_unit_context *context, fp_str text) {
    if (!context) return text;
    if (fp_str_equal(text, FP_STR("#map"))) return FP_STR("#d.target<chip = \"gfx942\">");
    if (fp_str_equal(text, FP_STR("#cycle"))) return FP_STR("[#cycle, #cycle]");
    return text;
}

static void expect(const char *what, const char *text, const char *wanted, const char *got) {
    if (strcmp(wanted, got) == 0) return;
    printf("FAILED %s of %s\n  wanted %s\n  got    %s\n", what, text, wanted, got);
    failures++;
}

static void tokens(const struct fp_unit_context *context, const char *text, const char *wanted) {
    char got[400] = "";
    size_t len = 0;
    for (fp_value_reader r = fp_value_read(context, fp_str_of(text)); fp_value_next(&r);)
        len += (size_t)snprintf(got + len, sizeof got - len, "%s%.*s/%u", len ? " " : "", FP_STR_ARG(r.text), r.level);
    expect("tokens", text, wanted, got);
}

static void integers(const char *text, const char *wanted) {
    char got[400] = "";
    size_t len = 0;
    fp_value_reader r = fp_value_read(NULL, fp_str_of(text));
    for (int64_t number; fp_value_integer(&r, &number);)
        len += (size_t)snprintf(got + len, sizeof got - len, "%s%lld", len ? " " : "", (long long)number);
    expect("integers", text, wanted, got);
}

static void string(const struct fp_unit_context *context, const char *text, const char *key, const char *wanted) {
    char got[400] = "";
    fp_value_reader r = fp_value_read(context, fp_str_of(text));
    if (fp_value_find_string(&r, fp_str_of(key))) snprintf(got, sizeof got, "%.*s", FP_STR_ARG(r.text));
    expect(key, text, wanted, got);
}

int main(void) {
    const struct fp_unit_context file = { .text = { "", 0 } };
    tokens(NULL, "#a.b<c = 4, [\"x y\"]>", "#a.b/0 c/1 =/1 4/1 ,/1 [/1 x y/1 ]/1");
    tokens(&file, "[#map, 1]", "[/0 #d.target/1 chip/2 =/2 gfx942/2 ,/0 1/0 ]/0");
    tokens(NULL, "#map", "#map/0");
    tokens(NULL, "!t<i32, \"a", "!t/0 </0 i32/0 ,/0 a/0");
    tokens(NULL, "", "");
    integers("array<i32: 256, -1, 1>", "256 -1 1");
    integers("dense<[1, 2]> : tensor<2xi32>", "1 2");
    integers("[64 : index, 1]", "64 1");
    integers("256,1,1", "256 1 1");
    integers("4x4, gfx942, 0x10, 99999999999999999999, 5", "16");
    string(NULL, "[#d.target<arch = \"gfx90a\", chip = \"gfx942\">]", "chip", "gfx942");
    string(&file, "{x = #map}", "chip", "gfx942");
    string(NULL, "{\"chip\" = \"sm_90\"}", "chip", "sm_90");
    string(NULL, "{microchip = \"a\", chips \"b\", chip \"c\"}", "chip", "c");
    string(NULL, "[\"chip\", \"d\"], chip = 4", "chip", "");

    uint32_t count = 0;
    for (fp_value_reader r = fp_value_read(&file, FP_STR("#cycle")); fp_value_next(&r);) count++;
    if (count > FP_VALUE_TOKENS_MAX) expect("tokens", "#cycle", "a limit", "none");
    return failures != 0;
}
