/* json.h - writing JSON: exact numbers, and strings that are valid UTF-8 whatever bytes they come from (broken ones
 * become U+FFFD).
 *
 * The writer places commas; the caller opens and closes. Reading is cJSON's business (config.c).
 */
#ifndef FP_JSON_H
#define FP_JSON_H
#include "output/out.h"
#include <stdbool.h>

struct fp_json {
    struct fp_out *out;
    bool comma;
}; /* comma: a value stands before what comes next */

void fp_json_open(struct fp_json *json, char bracket);
void fp_json_close(struct fp_json *json, char bracket);
void fp_json_key(struct fp_json *json, const char *key); /* one of ours: nothing in it needs quoting */
void fp_json_key_str(struct fp_json *json, fp_str key);
void fp_json_str(struct fp_json *json, fp_str value);
void fp_json_int(struct fp_json *json, int64_t value);
void fp_json_uint(struct fp_json *json, uint64_t value);
void fp_json_bool(struct fp_json *json, bool value);
void fp_json_null(struct fp_json *json);
void fp_json_raw(struct fp_json *json, fp_str value); /* a value that is JSON already */
/* A value in what is written, or members in a row: from where the next one begins, to the end that the caller fills in
 * behind it. */
typedef struct {
    size_t start, end;
} fp_json_written;
fp_json_written fp_json_begin(const struct fp_json *json);
void fp_json_again(struct fp_json *json, fp_json_written value); /* the same once more */
/* A value of which only numbers differ from the next one of its kind: `pieces` are one more, and stand around them. */
void fp_json_numbers(struct fp_json *json, const fp_str *pieces, const uint32_t *numbers, size_t count);

void fp_json_member_open(struct fp_json *json, const char *key, char bracket);
void fp_json_member_text(struct fp_json *json, const char *key, const char *value);
void fp_json_member_str(struct fp_json *json, const char *key, fp_str value);
void fp_json_member_uint(struct fp_json *json, const char *key, uint64_t value);
void fp_json_member_bool(struct fp_json *json, const char *key, bool value);
#endif
