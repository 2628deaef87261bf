#include "lsp/rpc.h"
#include "base/chars.h"
#include "base/memory.h"
#include "base/str.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- frames ---- */

static const char header_name[] = "Content-Length:";

enum { FP_KEPT_BYTES_MAX = 1 << 20 };

void fp_frames_feed(struct fp_frames *frames, fp_str bytes) { fp_out_bytes(&frames->bytes, bytes); }

void fp_frames_drop(struct fp_frames *frames) { fp_out_drop(&frames->bytes); }

static fp_str rest(const struct fp_frames *frames) {
    fp_str all = fp_out_str(&frames->bytes);
    return fp_str_slice(all, frames->taken, all.len);
}

static void forget_taken(struct fp_frames *frames) {
    fp_str left = rest(frames);
    if (frames->taken && left.len) memmove(frames->bytes.data, left.data, left.len);
    frames->bytes.len = left.len;
    frames->taken = 0;
    if (left.len == 0 && frames->bytes.capacity > FP_KEPT_BYTES_MAX)
        fp_out_drop(&frames->bytes); /* the next large document may be long in coming */
}

static bool is_header_at(fp_str text, size_t at) {
    size_t len = sizeof header_name - 1;
    return text.len - at >= len && strncasecmp(text.data + at, header_name, len) == 0;
}

/* Bytes before the next header; of a tail that may be the start of one, nothing is dropped. */
static size_t garbage_before_header(fp_str text) {
    for (size_t at = 0; at < text.len; at++) {
        size_t len = text.len - at < sizeof header_name - 1 ? text.len - at : sizeof header_name - 1;
        if (strncasecmp(text.data + at, header_name, len) == 0) return at;
    }
    return text.len;
}

/* End of the header (behind its empty line), or 0. Lines end in \r\n; a lone \n is taken too. */
static size_t header_end(fp_str text) {
    for (size_t at = 0; at < text.len && at < FP_RPC_HEADER_MAX; at++) {
        if (text.data[at] != '\n') continue;
        if (at + 1 < text.len && text.data[at + 1] == '\n') return at + 2;
        if (at + 2 < text.len && text.data[at + 1] == '\r' && text.data[at + 2] == '\n') return at + 3;
    }
    return 0;
}

/* SIZE_MAX: there are several lengths, and they differ. */
static bool read_length(fp_str header, size_t *len) {
    bool found = false;
    for (size_t at = 0; at < header.len;) {
        size_t end = at + fp_str_find(fp_str_slice(header, at, header.len), '\n');
        if (is_header_at(header, at)) {
            int64_t value = 0;
            fp_str digits = fp_str_trim(fp_str_slice(header, at + sizeof header_name - 1, end));
            for (size_t i = 0; i < digits.len; i++)
                if (digits.data[i] < '0' || digits.data[i] > '9') return false;
            if (!fp_str_int(digits, &value)) return false;
            bool same = !found || *len == (size_t)value;
            *len = same ? (size_t)value : SIZE_MAX;
            found = true;
        }
        at = end + 1;
    }
    return found;
}

/* Headers may come in any order: the frame starts with a letter, whatever name that is. */
static bool may_be_header(fp_str text) {
    char c = text.data[0];
    return (c | 32) >= 'a' && (c | 32) <= 'z';
}

fp_frame fp_frames_next(struct fp_frames *frames, fp_str *body) {
    for (;;) {
        fp_str text = rest(frames);
        if (frames->has_header) {
            if (text.len < frames->body_len) return forget_taken(frames), FP_FRAME_NONE;
            *body = fp_str_slice(text, 0, frames->body_len);
            frames->taken += frames->body_len;
            frames->has_header = false;
            return FP_FRAME_BODY;
        }
        if (frames->lost) frames->taken += garbage_before_header(text); /* only a length shows where messages go on */
        text = rest(frames);
        if (text.len == 0) return forget_taken(frames), FP_FRAME_NONE;
        size_t end = may_be_header(text) ? header_end(text) : 0, len = 0;
        if (end == 0 && may_be_header(text) && text.len < FP_RPC_HEADER_MAX) return forget_taken(frames), FP_FRAME_NONE;
        if (end == 0 || !read_length(fp_str_slice(text, 0, end), &len)) {
            bool told = frames->lost;
            frames->lost = true;
            frames->taken++;
            if (!told) return FP_FRAME_GARBAGE;
            continue;
        }
        frames->lost = false;
        frames->taken += end;
        if (len > FP_RPC_BODY_MAX) {
            frames->lost = true;
            return FP_FRAME_TOO_LARGE;
        }
        frames->body_len = len;
        frames->has_header = true;
    }
}

/* ---- messages ---- */

/* The code unit of the escape "\uXXXX" at `at`; UINT32_MAX when there is none. */
static uint32_t escape_at(const char *data, size_t len, size_t at) {
    if (at + 6 > len || data[at] != '\\' || data[at + 1] != 'u') return UINT32_MAX;
    uint32_t unit = 0;
    for (size_t i = 2; i < 6; i++) {
        int digit = fp_hex_value(data[at + i]);
        if (digit < 0) return UINT32_MAX;
        unit = unit * 16 + (uint32_t)digit;
    }
    return unit;
}

/* Two things that editors send and cJSON cannot hold: a NUL, and half a surrogate pair. Each becomes another
 * character of the same length in every position encoding that can tell, so that later ranges still fit: a blank, since
 * a NUL is white space in MLIR, and U+FFFD. */
static void mend_escapes(char *data, size_t len) {
    for (size_t at = 0; at + 6 <= len; at++) {
        if (data[at] != '\\') continue;
        uint32_t unit = escape_at(data, len, at);
        if (unit == UINT32_MAX) {
            at++; /* another escape: its second byte starts nothing */
            continue;
        }
        uint32_t next = unit >= 0xD800 && unit < 0xDC00 ? escape_at(data, len, at + 6) : UINT32_MAX;
        if (unit == 0)
            memcpy(data + at, "\\u0020", 6);
        else if (next != UINT32_MAX && next >= 0xDC00 && next < 0xE000)
            at += 6;
        else if (unit >= 0xD800 && unit < 0xE000)
            memcpy(data + at, "\\ufffd", 6);
        at += 5;
    }
}

static cJSON *parse_json(fp_str body) {
    if (body.len == 0) return NULL;
    if (!memmem(body.data, body.len, "\\u", 2)) return cJSON_ParseWithLength(body.data, body.len);
    struct fp_out copy = { 0 };
    fp_out_bytes(&copy, body);
    mend_escapes(copy.data, copy.len);
    cJSON *root = cJSON_ParseWithLength(copy.data, copy.len);
    fp_out_drop(&copy);
    return root;
}

/* Integers as far as a double holds them exactly. */
static bool is_integer(const cJSON *value) {
    return cJSON_IsNumber(value) && value->valuedouble > -9e15 && value->valuedouble < 9e15 &&
           (double)(int64_t)value->valuedouble == value->valuedouble;
}

static bool is_id(const cJSON *id) { return cJSON_IsString(id) || is_integer(id); }

bool fp_message_parse(fp_message *message, fp_str body, fp_rpc_trouble *trouble) {
    *message = (fp_message){ .root = parse_json(body) };
    *trouble = (fp_rpc_trouble){ FP_RPC_PARSE, "the message is not JSON" };
    if (!message->root) return false;
    trouble->code = FP_RPC_INVALID_REQUEST;
    trouble->text = cJSON_IsArray(message->root) ? "batches are not part of the language server protocol"
                                                 : "the message is not an object";
    if (!cJSON_IsObject(message->root)) return false;
    const cJSON *id = fp_member(message->root, "id"), *method = fp_member(message->root, "method");
    if (id && is_id(id)) message->id = id;
    message->params = fp_member(message->root, "params");
    message->result = fp_member(message->root, "result");
    message->error = fp_member(message->root, "error");
    trouble->text = "'jsonrpc' is not \"2.0\"";
    if (!fp_str_equal(fp_member_str(message->root, "jsonrpc"), FP_STR("2.0"))) return false;
    if (!method) {
        message->kind = FP_MESSAGE_RESPONSE;
        trouble->text = "neither a request nor a response";
        return (message->result || message->error) && id; /* an error without a readable id is null there */
    }
    trouble->text = "'method' is not a string";
    if (!cJSON_IsString(method)) return false;
    message->method = method->valuestring;
    message->kind = id ? FP_MESSAGE_REQUEST : FP_MESSAGE_NOTIFICATION;
    trouble->text = "'id' is neither a string nor an integer";
    if (id && !message->id) return false;
    trouble->text = "'params' is neither an object nor an array";
    return !message->params || cJSON_IsObject(message->params) || cJSON_IsArray(message->params) ||
           cJSON_IsNull(message->params);
}

void fp_message_drop(fp_message *message) {
    cJSON_Delete(message->root);
    message->root = NULL;
}

/* ---- looking into JSON ---- */

const cJSON *fp_member(const cJSON *object, const char *path) {
    char name[64];
    while (object && *path) {
        size_t len = strcspn(path, ".");
        if (len >= sizeof name || !cJSON_IsObject(object)) return NULL;
        memcpy(name, path, len);
        name[len] = 0;
        object = cJSON_GetObjectItemCaseSensitive(object, name);
        path += len + (path[len] == '.');
    }
    return object;
}

fp_str fp_json_string(const cJSON *value) {
    if (!cJSON_IsString(value) || !value->valuestring) return (fp_str){ "", 0 };
    return fp_str_of(value->valuestring);
}

fp_str fp_member_str(const cJSON *object, const char *path) { return fp_json_string(fp_member(object, path)); }
bool fp_member_true(const cJSON *object, const char *path) { return cJSON_IsTrue(fp_member(object, path)); }

bool fp_member_uint(const cJSON *object, const char *path, uint32_t *value) {
    const cJSON *number = fp_member(object, path);
    if (!is_integer(number) || number->valuedouble < 0 || number->valuedouble > UINT32_MAX) return false;
    *value = (uint32_t)number->valuedouble;
    return true;
}

void fp_json_value(struct fp_json *json, const cJSON *value) {
    if (cJSON_IsString(value)) {
        fp_json_str(json, fp_json_string(value));
    } else if (is_integer(value)) {
        fp_json_int(json, (int64_t)value->valuedouble);
    } else if (!value) {
        fp_json_null(json);
    } else {
        char *text = cJSON_PrintUnformatted(value);
        fp_json_raw(json, fp_str_of(text));
        cJSON_free(text);
    }
}

/* ---- what is sent ---- */

void fp_rpc_open(struct fp_json *json) {
    fp_json_open(json, '{');
    fp_json_member_text(json, "jsonrpc", "2.0");
}

void fp_rpc_notify_open(struct fp_json *json, const char *method) {
    fp_rpc_open(json);
    fp_json_member_text(json, "method", method);
    fp_json_key(json, "params");
}

void fp_rpc_error_body(struct fp_out *out, const cJSON *id, fp_rpc_trouble trouble) {
    struct fp_json json = { .out = out };
    fp_rpc_open(&json);
    fp_json_key(&json, "id");
    fp_json_value(&json, id);
    fp_json_member_open(&json, "error", '{');
    fp_json_key(&json, "code");
    fp_json_int(&json, trouble.code);
    fp_json_member_text(&json, "message", trouble.text);
    if (trouble.code == FP_RPC_SERVER_CANCELLED) {
        fp_json_key(&json, "data");
        fp_json_raw(&json, FP_STR("{\"retriggerRequest\": true}"));
    }
    fp_json_close(&json, '}');
    fp_json_close(&json, '}');
}

void fp_rpc_frame(struct fp_out *out, fp_str body) {
    fp_out_printf(out, "Content-Length: %zu\r\n\r\n", body.len);
    fp_out_bytes(out, body);
}

fp_str fp_member_document(const cJSON *params) {
    static const char *const paths[] = { "textDocument.uri", "item.uri", "data.uri" };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        fp_str uri = fp_member_str(params, paths[i]);
        if (uri.len) return uri;
    }
    return (fp_str){ "", 0 };
}
