/* fencepost.schema.json, from the table of keys and the tables of rules, chips and ops. */
#include "config/config.h"
#include "output/json.h"

static const fp_config_key_info keys[] = {
#define FP_CONFIG_KEY(id, name, per_file, what, ...)                                                              \
    [FP_KEY_##id] = {                                                                                             \
        { name, sizeof name - 1 }, per_file, { what, sizeof what - 1 }, { #__VA_ARGS__, sizeof #__VA_ARGS__ - 1 } \
    },
#include "config/config.def"
#undef FP_CONFIG_KEY
};

fp_config_key_info fp_config_key_at(fp_config_key key) { return keys[key]; }

static void open_line(struct fp_json *json, const char *indent) {
    fp_out_text(json->out, json->comma ? ",\n" : "\n");
    fp_out_text(json->out, indent);
    json->comma = false;
}

/* The value's schema with the description inside. */
static void write_key(struct fp_json *json, const fp_config_key_info *key, const char *indent) {
    open_line(json, indent);
    fp_json_key_str(json, key->name);
    struct fp_json value = { .out = json->out };
    fp_json_open(&value, '{');
    fp_json_member_str(&value, "description", key->what);
    fp_out_text(json->out, ", ");
    fp_out_bytes(json->out, (fp_str){ key->schema.data + 1, key->schema.len - 1 }); /* behind its brace */
    json->comma = true;
}

static void write_keys(struct fp_json *json, bool per_file, const char *indent) {
    for (fp_config_key key = 0; key < FP_KEY_COUNT; key++)
        if (keys[key].per_file || !per_file) write_key(json, &keys[key], indent);
}

static void write_rule_names(struct fp_json *json) {
    fp_json_open(json, '[');
    for (size_t rule = 0; rule < fp_rule_count(); rule++) fp_json_str(json, fp_rule_at((fp_rule)rule)->name);
    fp_json_close(json, ']');
}

static void write_variant_names(struct fp_json *json) {
    struct fp_arena *scratch = fp_arena_new();
    fp_json_open(json, '[');
    for (fp_rule rule = 0; rule < fp_rule_count(); rule++)
        for (fp_sentence variant = 0; (variant = fp_variant_next(rule, variant));)
            fp_json_str(json, fp_config_variant(scratch, rule, variant));
    fp_json_close(json, ']');
    fp_arena_drop(scratch);
}

static void write_format_names(struct fp_json *json) {
    fp_json_open(json, '[');
#define FP_REPORT(name, for_people) fp_json_str(json, (fp_str){ #name, sizeof #name - 1 });
#include "output/formats.def"
#undef FP_REPORT
    fp_json_close(json, ']');
}

/* Chips are offered, not prescribed: a letter or features may follow a name. */
static void write_target(struct fp_json *json) {
    fp_out_text(json->out, "{\"type\": \"string\", \"anyOf\": [{\"enum\": ");
    fp_json_open(json, '[');
    for (size_t i = 0; i < fp_target_count(); i++) fp_json_str(json, fp_target_name(i));
    fp_json_close(json, ']');
    fp_out_text(json->out, "}, {\"pattern\": \"^[A-Za-z][A-Za-z0-9_-]*(:[A-Za-z0-9_+:-]+)?$\"}]}");
}

/* The distinct words that a column has in the table of ops. */
static void write_words(struct fp_out *out, size_t offset) {
    struct fp_json json = { .out = out };
    fp_json_open(&json, '[');
    for (size_t i = 0; i < fp_op_count(); i++) {
        fp_op_row row = fp_op_at(i);
        fp_str word = *(const fp_str *)(const void *)((const char *)&row + offset);
        bool known = word.len == 0;
        for (size_t k = 0; k < i && !known; k++) {
            fp_op_row other = fp_op_at(k);
            fp_str before = *(const fp_str *)(const void *)((const char *)&other + offset);
            known = before.len == word.len && before.data == word.data;
        }
        if (!known) fp_json_str(&json, word);
    }
    fp_json_close(&json, ']');
}

typedef enum { CELL_TEXT, CELL_OPERAND, CELL_WORD } cell_kind;
static const struct {
    const char *key, *what;
    cell_kind kind;
    size_t offset;
} cells[] = {
#define FP_OWN_OP_CELL(key, what, kind, field) { key, what, CELL_##kind, offsetof(fp_op_row, field) },
#include "config/own_ops.def"
#undef FP_OWN_OP_CELL
};

static void write_op(struct fp_out *out) {
    fp_out_text(out, "{\"type\": \"object\", \"required\": [\"name\"], \"anyOf\": [{\"required\": [\"effect\"]}, "
                     "{\"required\": [\"like\"]}],\n"
                     "      \"additionalProperties\": false, \"properties\": {");
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        struct fp_json cell = { .out = out };
        fp_out_text(out, i ? ",\n        " : "\n        ");
        fp_json_key(&cell, cells[i].key);
        struct fp_json value = { .out = out };
        fp_json_open(&value, '{');
        fp_json_member_text(&value, "description", cells[i].what);
        fp_json_key(&value, "type");
        fp_out_text(out, cells[i].kind == CELL_OPERAND ? "[\"string\", \"integer\"]" : "\"string\"");
        value.comma = true;
        if (cells[i].kind == CELL_WORD) fp_json_key(&value, "enum"), write_words(out, cells[i].offset);
        fp_json_close(&value, '}');
    }
    fp_out_text(out, "}}");
}

void fp_config_schema_write(struct fp_out *out) {
    struct fp_json json = { .out = out };
    fp_out_text(out, "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"$id\": "
                     "\"urn:fencepost:" FENCEPOST_VERSION ":config\",\n"
                     "  \"title\": \"fencepost.json\",\n  \"description\": \"How fencepost " FENCEPOST_VERSION
                     " checks the files below this folder\",\n"
                     "  \"type\": \"object\",\n  \"additionalProperties\": false,\n  \"properties\": {");
    write_keys(&json, false, "    ");
    fp_out_text(out, "\n  },\n  \"$defs\": {\n    \"perFile\": {\"type\": \"object\", \"additionalProperties\": false, "
                     "\"properties\": {");
    json.comma = false;
    write_keys(&json, true, "        ");
    fp_out_text(out, "}},\n    \"rule\": {\"enum\": ");
    write_rule_names(&(struct fp_json){ .out = out });
    fp_out_text(out, "},\n    \"ruleOrVariant\": {\"anyOf\": [{\"$ref\": \"#/$defs/rule\"}, {\"enum\": ");
    write_variant_names(&(struct fp_json){ .out = out });
    fp_out_text(out, "}]},\n    \"rules\": {\"type\": \"array\", \"items\": {\"anyOf\": [{\"$ref\": \"#/$defs/rule\"}, "
                     "{\"const\": \"all\"}]}},\n    \"level\": "
                     "{\"enum\": [\"error\", \"warning\", \"information\", \"hint\"]},\n    \"format\": {\"enum\": ");
    write_format_names(&(struct fp_json){ .out = out });
    fp_out_text(out, "},\n    \"target\": ");
    write_target(&(struct fp_json){ .out = out });
    fp_out_text(out, ",\n    \"op\": ");
    write_op(out);
    fp_out_text(out, "\n  }\n}\n");
}
