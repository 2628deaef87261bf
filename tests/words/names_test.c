/* names_test.c - a brief sentence has 80 bytes at most: long names lose their middle there, and nowhere else. */
#include "words/render.h"
#include <stdio.h>
#include <string.h>

static int failures;

static fp_str said(struct fp_arena *keep, const char *buffer, fp_form form) {
    fp_renderer renderer = { .keep = keep };
    fp_phrase phrase = FP_PHRASE(FP_SAYS_RACING_STORE_CERTAIN, fp_arg_text(FP_ARG_OP, FP_STR("memref.store")),
                                 fp_arg_text(FP_ARG_BUFFER, fp_str_of(buffer)));
    return fp_render(&renderer, &phrase, form);
}

static void expect(fp_str words, const char *wanted) {
    if (words.len == strlen(wanted) && memcmp(words.data, wanted, words.len) == 0) return;
    printf("%.*s\nis not\n%s\n", FP_STR_ARG(words), wanted);
    failures++;
}

int main(void) {
    struct fp_arena *keep = fp_arena_new();
    expect(said(keep, "%tile", FP_FORM_BRIEF), "racing store: several threads write the same bytes of %tile");
    expect(said(keep, "%reinterpret_cast_of_the_left_tile_17", FP_FORM_BRIEF),
           "racing store: several threads write the same bytes of %reinterpre...eft_tile_17");
    expect(said(keep,
                "%\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3"
                "\xA4\xC3\xA4",
                FP_FORM_BRIEF),
           "racing store: several threads write the same bytes of "
           "%\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4...\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4");
    expect(
        said(keep, "%reinterpret_cast_of_the_left_tile_17", FP_FORM_FULL),
        "memref.store lets several threads write the same bytes of %reinterpret_cast_of_the_left_tile_17: no barrier "
        "can order them; let one thread store, or each its own bytes");
    fp_arena_drop(keep);
    return failures != 0;
}
