/* Tag sets: the compatibility table of the memory-model relaxation annotations, and what merging two ops keeps. */
#include "kernel/tags.h"
#include <stdio.h>

static int failures;
#define CHECK(condition) ((condition) ? (void)0 : (failures++, (void)printf("line %d: %s\n", __LINE__, #condition)))
#define TAG(prefix, suffix)                                                \
    {                                                                      \
        { "" prefix, sizeof prefix - 1 }, { "" suffix, sizeof suffix - 1 } \
    }

/* Stands in for the file's aliases. */
fp_str fp_unit_alias(const struct fp_unit_context *context, fp_str text) {
    (void)context;
    return fp_str_equal(text, FP_STR("#mmra_tag")) || fp_str_equal(text, FP_STR("#mmra-tag"))
               ? FP_STR("#llvm.mmra_tag<\"foo\":\"bar\">")
           : fp_str_equal(text, FP_STR("#both")) ? FP_STR("[#mmra_tag, #llvm.mmra_tag<\"as\":\"1\">]")
                                                 : text;
}

int main(void) {
    struct fp_arena *keep = fp_arena_new();
    struct fp_tags *tags = fp_tags_new(keep);
    fp_tag foo_bar = TAG("foo", "bar"), foo_baz = TAG("foo", "baz"), as_one = TAG("as", "1"), as_two = TAG("as", "2");
    uint32_t none = fp_tags_set(tags, NULL, 0), bar = fp_tags_set(tags, &foo_bar, 1),
             baz = fp_tags_set(tags, &foo_baz, 1), one = fp_tags_set(tags, &as_one, 1);
    uint32_t bar_one = fp_tags_set(tags, (fp_tag[]){ foo_bar, as_one }, 2),
             bar_two = fp_tags_set(tags, (fp_tag[]){ foo_bar, as_two }, 2);
    uint32_t bar_baz = fp_tags_set(tags, (fp_tag[]){ foo_baz, foo_bar }, 2);

    CHECK(none == 0);
    CHECK(fp_tags_set(tags, (fp_tag[]){ as_one, foo_bar, as_one }, 3) ==
          bar_one); /* order and repetitions do not matter */
    CHECK(fp_tags_compatible(tags, none, bar) && fp_tags_compatible(tags, bar, none) &&
          fp_tags_compatible(tags, none, none));
    CHECK(fp_tags_compatible(tags, bar, one));  /* no prefix in common */
    CHECK(!fp_tags_compatible(tags, bar, baz)); /* one prefix, no tag in common */
    CHECK(fp_tags_compatible(tags, bar, bar_baz) && fp_tags_compatible(tags, bar_baz, baz));
    CHECK(fp_tags_compatible(tags, bar, bar_one));
    CHECK(!fp_tags_compatible(tags, bar_one, bar_two)); /* every prefix must agree */
    for (uint32_t a = 0; a <= bar_baz; a++)
        for (uint32_t b = 0; b <= bar_baz; b++) CHECK(fp_tags_compatible(tags, a, b) == fp_tags_compatible(tags, b, a));

    CHECK(fp_tags_has(tags, bar_one, FP_STR("as"), FP_STR("1")) &&
          !fp_tags_has(tags, bar_one, FP_STR("as"), FP_STR("2")));

    CHECK(fp_tags_parse(tags, NULL, FP_STR("#llvm.mmra_tag<\"foo\":\"bar\">")) == bar);
    CHECK(fp_tags_parse(tags, NULL, FP_STR("[#llvm.mmra_tag<\"as\" : \"1\">, #llvm.mmra_tag<\"foo\":\"bar\">]")) ==
          bar_one);
    struct fp_unit_context file = { .text = FP_STR("") };
    CHECK(fp_tags_parse(tags, &file, FP_STR("#mmra_tag")) == bar &&
          fp_tags_parse(tags, &file, FP_STR("#both")) == bar_one);
    CHECK(fp_tags_parse(tags, &file, FP_STR("#mmra-tag")) == bar);
    CHECK(fp_tags_parse(tags, &file, FP_STR("#nobody")) == 0);
    CHECK(fp_tags_parse(tags, NULL, FP_STR("")) == 0);
    CHECK(fp_tags_parse(tags, NULL, FP_STR("#llvm.mmra_tag<\"foo\":\"ba")) ==
          fp_tags_parse(tags, NULL, FP_STR("#llvm.mmra_tag<\"foo\":\"ba\">"))); /* half typed */
    CHECK(fp_tags_parse(tags, NULL, FP_STR("\"\\")) == 0);
    fp_arena_drop(keep);
    return failures != 0;
}
