/* rpc.h - JSON-RPC 2.0 as the language server protocol frames it, without I/O: bytes in, messages out; and envelopes
 * of what is sent.
 *
 * Ownership  a struct fp_frames owns the bytes that were fed and not yet taken; a body is valid until the next call.
 *            A message owns its JSON.
 * Failure    whatever the bytes are, the stream goes on: garbage is skipped up to the next header, and so is a
 *            body over the limit, whose length may be untrue. JSON cannot hold a header: its strings have no line ends.
 * Limits     FP_RPC_HEADER_MAX and FP_RPC_BODY_MAX bytes; JSON nests as deep as cJSON reads it (1000).
 */
#ifndef FP_RPC_H
#define FP_RPC_H
#include "output/json.h"
#include <cjson/cJSON.h>

enum {
    FP_RPC_HEADER_MAX = 8 << 10, /* two short lines in practice */
    FP_RPC_BODY_MAX = 512 << 20  /* a document of the size that dumps reach, escaped */
};

/* Error codes of JSON-RPC and of the language server protocol: enumerator, code. */
#define FP_RPC_ERRORS(X)        \
    X(PARSE, -32700)            \
    X(INVALID_REQUEST, -32600)  \
    X(METHOD_NOT_FOUND, -32601) \
    X(INVALID_PARAMS, -32602)   \
    X(INTERNAL, -32603)         \
    X(NOT_INITIALIZED, -32002)  \
    X(REQUEST_FAILED, -32803) X(SERVER_CANCELLED, -32802) X(CONTENT_MODIFIED, -32801) X(CANCELLED, -32800)
typedef enum {
#define FP_RPC_CODE(name, code) FP_RPC_##name = code,
    FP_RPC_ERRORS(FP_RPC_CODE)
#undef FP_RPC_CODE
} fp_rpc_error;

/* ---- frames ---- */
struct fp_frames {
    struct fp_out bytes;
    size_t taken;          /* bytes of complete frames, dropped at the next call */
    size_t body_len;       /* of the frame whose header was read */
    bool has_header, lost; /* lost: what comes is skipped up to the next header */
};
typedef enum { FP_FRAME_NONE, FP_FRAME_BODY, FP_FRAME_GARBAGE, FP_FRAME_TOO_LARGE } fp_frame;
void fp_frames_feed(struct fp_frames *frames, fp_str bytes);
fp_frame fp_frames_next(struct fp_frames *frames, fp_str *body); /* NONE: feed more */
void fp_frames_drop(struct fp_frames *frames);

/* ---- messages ---- */
typedef enum { FP_MESSAGE_REQUEST, FP_MESSAGE_NOTIFICATION, FP_MESSAGE_RESPONSE } fp_message_kind;
typedef struct {
    cJSON *root;
    fp_message_kind kind;
    const cJSON *id; /* NULL for notifications */
    const char *method;
    const cJSON *params, *result, *error; /* NULL when absent */
} fp_message;
typedef struct {
    fp_rpc_error code;
    const char *text;
} fp_rpc_trouble;

/* False: `trouble` says what to answer; the message's id is set when it could be read. Dropping is the caller's in
 * both cases. */
bool fp_message_parse(fp_message *message, fp_str body, fp_rpc_trouble *trouble);
void fp_message_drop(fp_message *message);

/* ---- looking into JSON; NULL, 0 and empty where the shape is another ---- */
const cJSON *fp_member(const cJSON *object, const char *path); /* "textDocument.uri" */
fp_str fp_member_str(const cJSON *object, const char *path);
fp_str fp_member_document(const cJSON *params); /* URI of the document that a question is about; empty: of none */
bool fp_member_true(const cJSON *object, const char *path);
bool fp_member_uint(const cJSON *object, const char *path, uint32_t *value); /* an integer from 0 to 2^32 - 1 */
fp_str fp_json_string(const cJSON *value);
void fp_json_value(struct fp_json *json, const cJSON *value); /* writes any JSON value again */

/* ---- what is sent: body after body, each to be framed by fp_rpc_frame ---- */
void fp_rpc_open(struct fp_json *json); /* {"jsonrpc": "2.0" */
/* Up to the value of "params"; close with '}'. */
void fp_rpc_notify_open(struct fp_json *json, const char *method);
void fp_rpc_error_body(struct fp_out *out, const cJSON *id, fp_rpc_trouble trouble);
void fp_rpc_frame(struct fp_out *out, fp_str body); /* appends header and body */
#endif
