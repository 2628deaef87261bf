/* lsp_documents.c - open documents: their queues on the server's thread, and the jobs that work them off.
 *
 * A queue with edits, settings or questions about the text is a text job, which ends with reading the text into
 * functions; what is left then, questions about results, waits in the queue for the next job, which checks. So nothing
 * that the text alone answers waits for a check. Pictures are drawn by a check that has nothing else to answer, so that
 * no squiggle waits for them. Fixes and savings, which take longer, are found by one more job behind that, with the
 * questions that want them. Whatever else comes in ends it, and it begins again later. */
#include "base/memory.h"
#include "files/files_path.h"
#include "lsp/lsp_shortage.h"
#include "lsp/lsp_state.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    FP_LONG_JOB_MS = 100, /* such a one leaves memory behind that the next ones do not need */
    /* What is in memory of an open text, in bytes a byte, and from where on it is worth asking for all of it before. */
    FP_OPEN_BYTES_A_BYTE = 20,
    FP_LARGE_TEXT_BYTES = 1 << 20
};

typedef struct {
    struct fp_lsp_job base;
    fp_lsp_document *document;
    struct fp_lsp_view *view;
    fp_lsp_op *ops;
    bool changed; /* of a check: since the diagnostics that were published last */
    volatile bool cancelled;
    bool checked;          /* of a job that advises: that, too */
    bool lacks_advice;     /* of a check: there may be more to say */
    bool wants_to_refresh; /* the client should ask for diagnostics again */
    bool gave_up;          /* memory was refused, and the document is not looked at any more */
    int64_t began_ms;
    struct fp_out published; /* a message; empty: none */
    struct fp_lsp_sources *sources;
} document_job;

/* ---- ops ---- */

enum {
    FP_ASKED_AT_ONCE = 64, /* questions that a job answers: its answers are sent when it is through */
    FP_WAITING_MAX = 1024  /* edits and questions that a person's editor would never let pile up */
};

static void append(fp_lsp_queue *queue, fp_lsp_op *op) {
    op->next = NULL;
    *(queue->first ? queue->end : &queue->first) = op;
    queue->end = &op->next;
}

static void push(fp_lsp_document *document, fp_lsp_op op) {
    fp_lsp_op *copy = fp_memory_raw(sizeof *copy);
    *copy = op;
    append(&document->queue, copy);
}

static void drop_op(fp_lsp_op *op) {
    fp_message_drop(&op->message);
    fp_lsp_settings_drop(op->settings);
    fp_out_drop(&op->reply);
    free(op);
}

static void stop_job(fp_lsp_document *document) {
    document_job *job = (document_job *)document->job;
    if (!job) return;
    job->cancelled = true;
    for (fp_lsp_op *op = job->ops; op; op = op->next) op->outdated = true;
}

static void interrupt(fp_lsp_document *document) {
    document->stale = true;
    stop_job(document);
}

/* ---- a job, on any thread ---- */

static void refuse(fp_lsp_op *op, fp_rpc_error code, const char *text) {
    op->reply.len = 0;
    op->trouble = (fp_rpc_trouble){ code, text };
}

static void refuse_changed(fp_lsp_op *op) {
    bool pull = op->method->id == FP_METHOD_DIAGNOSTIC;
    refuse(op, pull ? FP_RPC_SERVER_CANCELLED : FP_RPC_CONTENT_MODIFIED, "the document has changed meanwhile");
}

static bool is_drawn(const fp_lsp_op *op) { return op->kind == FP_OP_ASK && op->method->stage == FP_STAGE_DRAWN; }

/* From the view as it is checked, or from what is recent. False: that does not hold the answer. */
static bool answer(struct fp_lsp_view *view, const struct fp_lsp_recent *recent, fp_lsp_op *op) {
    if (op->cancelled) return true;
    fp_lsp_ask ask = { .view = view,
                       .params = op->message.params,
                       .json = { .out = &op->reply },
                       .cancelled = is_drawn(op) ? &op->outdated : &op->cancelled,
                       .recent = recent };
    ask.keep = fp_arena_new();
    op->method->answer(&ask);
    if (ask.trouble.code)
        refuse(op, ask.trouble.code, ask.trouble.text);
    else if (is_drawn(op) && op->outdated)
        refuse_changed(op);
    else if (!op->reply.len && !ask.wants_check)
        fp_out_text(&op->reply, "null");
    fp_arena_drop(ask.keep);
    return !ask.wants_check;
}

static bool asks_for_results(const fp_lsp_op *op) {
    return op->kind == FP_OP_ASK && op->method->stage != FP_STAGE_TEXT;
}

/* Does the question wait for advice? Diagnostics do for a client that nobody could tell to ask again. */
static bool asks_for_advice(const struct fp_lsp_view *view, const fp_lsp_op *op) {
    bool once = op->method->id == FP_METHOD_DIAGNOSTIC && !view->client->diagnostics_refresh;
    return op->method->stage == FP_STAGE_ADVISED || once;
}

static bool changes_text(const fp_lsp_op *op) { return op->kind == FP_OP_OPEN || op->kind == FP_OP_CHANGE; }

/* Questions that are still open are answered with an error. */
static void leave_job(document_job *job) {
    job->gave_up = fp_shortage_end();
    if (!job->gave_up) return;
    fp_lsp_view_give_up(job->view);
    job->checked = false;
    job->published.len = 0;
    for (fp_lsp_op *op = job->ops; op; op = op->next)
        if (op->kind == FP_OP_ASK) refuse(op, FP_RPC_REQUEST_FAILED, "there is not enough memory for the document");
}

static void take_version(struct fp_lsp_view *view, const fp_lsp_op *op) {
    view->version = op->version;
    view->has_version = op->has_version;
}

static void open_text(const document_job *job, fp_str text) {
    bool fits = text.len < FP_LARGE_TEXT_BYTES || fp_shortage_foresee(text.len * FP_OPEN_BYTES_A_BYTE);
    fp_lsp_view_open(job->view, fits ? text : (fp_str){ "", 0 });
}

static void apply(document_job *job, fp_lsp_op *op) {
    switch (op->kind) {
    case FP_OP_OPEN:
        take_version(job->view, op);
        open_text(job, fp_member_str(op->message.params, "textDocument.text"));
        fp_message_drop(&op->message); /* the text is there twice until then */
        op->message.root = NULL;
        return;
    case FP_OP_CHANGE:
        take_version(job->view, op);
        fp_lsp_view_change(job->view, fp_member(op->message.params, "contentChanges"));
        return;
    case FP_OP_SETTINGS: fp_lsp_view_configure(job->view, op->settings); return;
    case FP_OP_ASK:
        if (!asks_for_results(op)) answer(job->view, NULL, op);
        return;
    }
}

/* So many bytes of answers of one job wait to be sent; other questions wait for the next one. */
enum { ANSWERS_BYTES_MAX = 4 << 20 };

static void put_off(fp_lsp_op *ops) {
    for (fp_lsp_op *op = ops; op; op = op->next) op->put_off = true;
}

/* Questions about results of a text that is no more: the client asks again when it still wants to know. */
static void refuse_outdated(fp_lsp_op *ops) {
    for (fp_lsp_op *op = ops; op; op = op->next) {
        bool outdated = false;
        for (const fp_lsp_op *later = op->next; later && asks_for_results(op) && !outdated; later = later->next)
            outdated = changes_text(later);
        if (outdated) refuse_changed(op);
    }
}

static void run_text_job(struct fp_lsp_job *base) {
    document_job *job = (document_job *)base;
    size_t bytes = 0;
    fp_shortage_watch(&job->cancelled);
    for (fp_lsp_op *op = job->ops; op && !op->put_off; op = op->next) {
        apply(job, op);
        bytes += op->reply.len;
        if (bytes > ANSWERS_BYTES_MAX) put_off(op->next);
    }
    refuse_outdated(job->ops);
    if (!job->cancelled) fp_lsp_view_read(job->view, &job->cancelled);
    leave_job(job);
}

static void answer_all(document_job *job) {
    size_t bytes = 0;
    for (fp_lsp_op *op = job->ops; op && !op->put_off; op = op->next) {
        if (job->checked)
            answer(job->view, NULL, op);
        else if (!op->cancelled)
            refuse_changed(op);
        bytes += op->reply.len;
        if (bytes > ANSWERS_BYTES_MAX) put_off(op->next);
    }
}

static void run_check_job(struct fp_lsp_job *base) {
    document_job *job = (document_job *)base;
    fp_shortage_watch(&job->cancelled);
    if (!job->cancelled) job->checked = fp_lsp_view_check(job->view, &job->cancelled);
    if (job->checked && job->changed && !job->view->client->pulls_diagnostics)
        fp_lsp_publish(&job->published, job->view);
    if (job->checked) job->sources = fp_lsp_sources_of(job->view);
    answer_all(job);
    job->lacks_advice = job->checked && fp_lsp_view_lacks_advice(job->view);
    leave_job(job);
}

static void run_advice_job(struct fp_lsp_job *base) {
    document_job *job = (document_job *)base;
    const fp_lsp_client *client = job->view->client;
    fp_shortage_watch(&job->cancelled);
    if (!job->cancelled) job->checked = fp_lsp_view_advise(job->view, &job->cancelled);
    if (job->checked && client->pulls_diagnostics)
        job->wants_to_refresh = client->diagnostics_refresh && fp_lsp_told_others(job->view);
    else if (job->checked)
        fp_lsp_publish(&job->published, job->view);
    if (job->checked) job->sources = fp_lsp_sources_of(job->view);
    answer_all(job);
    leave_job(job);
}

/* ---- jobs, on the server's thread ---- */

static void drop_document(struct fp_lsp *lsp, fp_lsp_document *document) {
    fp_lsp_document **link = &lsp->documents;
    while (*link != document) link = &(*link)->next;
    *link = document->next;
    for (fp_lsp_op *op = document->queue.first, *next; op; op = next) {
        next = op->next;
        drop_op(op);
    }
    fp_lsp_sources_drop(document->sources);
    fp_lsp_view_drop(document->view);
    fp_lsp_settings_drop(document->settings);
    free(document);
}

static void take_configuration(struct fp_lsp *lsp, const struct fp_lsp_view *view) {
    for (uint32_t i = 0; i < view->config_file_count; i++) fp_lsp_watch(lsp, view->config_files[i]);
    if (view->config_trouble.len)
        fp_lsp_trouble_found(lsp, fp_path_folder(view->path.len ? view->path : view->config_trouble),
                             view->config_trouble);
}

static void send_answer(struct fp_lsp *lsp, fp_lsp_op *op) {
    fp_str value = fp_out_str(&op->reply);
    if (op->receiver.deliver)
        op->receiver.deliver(lsp, op->receiver.context, &op->message, op->trouble.code ? NULL : &value, op->trouble);
    else if (op->trouble.code)
        fp_lsp_reply_error(lsp, op->message.id, op->trouble.code, op->trouble.text);
    else
        fp_lsp_reply(lsp, op->message.id, value);
}

static void finish_op(struct fp_lsp *lsp, fp_lsp_document *document, fp_lsp_op *op) {
    if (op->kind == FP_OP_ASK) {
        if (op->cancelled || (!op->reply.len && !op->trouble.code)) refuse(op, FP_RPC_CANCELLED, "cancelled");
        send_answer(lsp, op);
    } else if (op->settings) {
        fp_lsp_settings_drop(document->settings);
        document->settings = op->settings;
        op->settings = NULL;
    }
    drop_op(op);
}

/* What all kinds of jobs end with. */
static void end_job(struct fp_lsp *lsp, document_job *job) {
    fp_lsp_document *document = job->document;
    if (job->gave_up && !document->closed) fp_lsp_tell_given_up(lsp, document);
    document->stale |= job->gave_up; /* what was said of it goes */
    bool was_long = lsp->host.now_ms(lsp->host.context) - job->began_ms >= FP_LONG_JOB_MS;
    if ((was_long || job->gave_up) && lsp->host.settle) lsp->host.settle(lsp->host.context);
    fp_shortage_prepare();
    free(job);
    document->job = NULL;
    if (document->closed) drop_document(lsp, document);
}

/* Before what has come meanwhile. */
static void put_in_front(fp_lsp_document *document, fp_lsp_queue left) {
    if (!left.first) return;
    for (fp_lsp_op *op = left.first; op; op = op->next) op->put_off = false;
    *left.end = document->queue.first;
    if (!document->queue.first) document->queue.end = left.end;
    document->queue.first = left.first;
}

/* Questions about results wait on. */
static void finish_text_job(struct fp_lsp *lsp, struct fp_lsp_job *base) {
    document_job *job = (document_job *)base;
    fp_lsp_document *document = job->document;
    fp_lsp_queue left = { 0 };
    bool goes_on = lsp->phase == FP_LSP_RUNNING && !document->closed;
    for (fp_lsp_op *op = job->ops, *next; op; op = next) {
        next = op->next;
        if ((op->put_off || asks_for_results(op)) && !op->trouble.code && goes_on)
            append(&left, op);
        else
            finish_op(lsp, document, op);
    }
    put_in_front(document, left);
    if (!document->closed) take_configuration(lsp, document->view);
    end_job(lsp, job);
}

static void finish_results(struct fp_lsp *lsp, document_job *job) {
    if (job->published.len && !job->document->closed) fp_lsp_send(lsp, &job->published);
    if (job->checked && !job->document->closed)
        fp_lsp_sources_take(lsp, job->document, job->sources);
    else
        fp_lsp_sources_drop(job->sources);
    fp_lsp_queue left = { 0 };
    bool goes_on = lsp->phase == FP_LSP_RUNNING && !job->document->closed;
    for (fp_lsp_op *op = job->ops, *next; op; op = next) {
        next = op->next;
        if (op->put_off && goes_on && !op->trouble.code)
            append(&left, op);
        else
            finish_op(lsp, job->document, op);
    }
    put_in_front(job->document, left);
    fp_out_drop(&job->published);
    end_job(lsp, job);
}

static void finish_check_job(struct fp_lsp *lsp, struct fp_lsp_job *base) {
    document_job *job = (document_job *)base;
    if (job->changed && !job->checked) job->document->stale = true;
    if (job->checked) fp_lsp_view_forget_recent(job->view);
    job->document->unadvised = job->lacks_advice && lsp->phase == FP_LSP_RUNNING;
    finish_results(lsp, job);
}

static void finish_advice_job(struct fp_lsp *lsp, struct fp_lsp_job *base) {
    document_job *job = (document_job *)base;
    bool goes_on = lsp->phase == FP_LSP_RUNNING && !job->document->closed;
    job->document->unadvised = !job->checked && goes_on;
    if (job->wants_to_refresh && goes_on)
        fp_lsp_call_client(lsp, "workspace/diagnostic/refresh", (fp_str){ "", 0 }, NULL);
    finish_results(lsp, job);
}

static bool has_text_work(const fp_lsp_document *document) {
    for (const fp_lsp_op *op = document->queue.first; op; op = op->next)
        if (!asks_for_results(op)) return true;
    return false;
}

static bool is_stalled(const struct fp_lsp *lsp) {
    return lsp->host.is_stalled && lsp->host.is_stalled(lsp->host.context);
}

/* Questions that need not wait for the check that is under way, or is about to begin. */
static void answer_recent(struct fp_lsp *lsp, fp_lsp_document *document) {
    bool taking_edits = document->job && document->job->run == run_text_job;
    if (taking_edits || has_text_work(document) || !document->view->recent || is_stalled(lsp)) return;
    fp_lsp_queue left = { 0 };
    for (fp_lsp_op *op = document->queue.first, *next; op; op = next) {
        next = op->next;
        if (op->method->stage == FP_STAGE_RECENT && answer(document->view, document->view->recent, op))
            finish_op(lsp, document, op);
        else
            append(&left, op);
    }
    document->queue = left;
}

/* Is there anything for a check to do before it is time for advice? */
static bool has_check_work(const fp_lsp_document *document) {
    bool any = document->stale || !document->view->keep;
    for (const fp_lsp_op *op = document->queue.first; op && !any; op = op->next)
        any = !asks_for_advice(document->view, op);
    return any;
}

/* Questions that want advice wait on, and pictures as long as there is anything else. */
static void take_questions_of_check(fp_lsp_document *document, document_job *job) {
    fp_lsp_queue taken = { 0 }, left = { 0 };
    bool only_drawn = !document->stale && document->view->keep;
    for (const fp_lsp_op *op = document->queue.first; op && only_drawn; op = op->next)
        only_drawn = is_drawn(op) || asks_for_advice(document->view, op);
    uint32_t asked = 0;
    for (fp_lsp_op *op = document->queue.first, *next; op; op = next) {
        next = op->next;
        bool waits = asks_for_advice(document->view, op) || (is_drawn(op) && !only_drawn) || asked == FP_ASKED_AT_ONCE;
        append(waits ? &left : &taken, op);
        asked += !waits;
    }
    job->ops = taken.first;
    document->queue = left;
}

static void take_all(fp_lsp_document *document, document_job *job) {
    fp_lsp_op **behind = &document->queue.first;
    for (uint32_t asked = 0; *behind; behind = &(*behind)->next)
        if ((*behind)->kind == FP_OP_ASK && asked++ == FP_ASKED_AT_ONCE) break;
    fp_lsp_op *rest = *behind;
    *behind = NULL;
    job->ops = document->queue.first;
    document->queue.first = rest;
}

static void start(struct fp_lsp *lsp, fp_lsp_document *document) {
    document_job *job = fp_memory_zeroed(1, sizeof *job);
    job->began_ms = lsp->host.now_ms(lsp->host.context);
    job->document = document;
    job->view = document->view;
    if (has_text_work(document)) {
        job->base = (struct fp_lsp_job){ run_text_job, finish_text_job };
        take_all(document, job);
    } else if (has_check_work(document)) {
        job->base = (struct fp_lsp_job){ run_check_job, finish_check_job };
        answer_recent(lsp, document);
        take_questions_of_check(document, job);
        job->changed = document->stale;
        document->stale = document->unadvised = false;
    } else {
        job->base = (struct fp_lsp_job){ run_advice_job, finish_advice_job };
        take_all(document, job);
        document->unadvised = false;
    }
    document->job = &job->base;
    document->rests = false;
    lsp->host.start(lsp->host.context, &job->base);
}

/* Hundreds of documents may be open, of which one is edited. */
static void rest(fp_lsp_document *document) {
    if (!document->rests) fp_lsp_view_rest(document->view);
    document->rests = true;
}

bool fp_lsp_is_behind(const struct fp_lsp *lsp) {
    uint32_t waiting = 0;
    for (const fp_lsp_document *document = lsp->documents; document; document = document->next)
        for (const fp_lsp_op *op = document->queue.first; op && waiting <= FP_WAITING_MAX; op = op->next) waiting++;
    return waiting > FP_WAITING_MAX;
}

void fp_lsp_documents_start(struct fp_lsp *lsp) {
    if (is_stalled(lsp)) return;
    for (fp_lsp_document *document = lsp->documents; document; document = document->next) {
        if (document->job) continue;
        if (document->queue.first || document->stale || document->unadvised)
            start(lsp, document);
        else if (document != lsp->edited)
            rest(document);
    }
}

/* ---- the client's side ---- */

fp_lsp_document *fp_lsp_document_find(struct fp_lsp *lsp, fp_str uri) {
    uint64_t hash = fp_str_hash(uri);
    for (fp_lsp_document *document = lsp->documents; document; document = document->next)
        if (!document->closed && document->uri_hash == hash && fp_str_equal(document->view->uri, uri)) return document;
    return NULL;
}

static void push_text(struct fp_lsp *lsp, fp_lsp_document *document, fp_lsp_op_kind kind, fp_message *message) {
    lsp->edited = document;
    const cJSON *version = fp_member(message->params, "textDocument.version"); /* null or nothing: there are none */
    document->has_version = cJSON_IsNumber(version);
    document->version = document->has_version ? (int64_t)version->valuedouble : 0;
    push(document,
         (fp_lsp_op){
             .kind = kind, .message = *message, .version = document->version, .has_version = document->has_version });
    message->root = NULL;
    interrupt(document);
}

void fp_lsp_serve_did_open(struct fp_lsp *lsp, fp_message *message) {
    fp_str uri = fp_member_str(message->params, "textDocument.uri");
    if (!uri.len || !cJSON_IsString(fp_member(message->params, "textDocument.text"))) {
        fp_lsp_log_message(lsp, FP_LOG_ERROR, "textDocument/didOpen without uri or text");
        return;
    }
    fp_lsp_document *document = fp_lsp_document_find(lsp, uri);
    if (!document) {
        document = fp_memory_zeroed(1, sizeof *document);
        document->view = fp_lsp_view_new(&lsp->client, uri);
        document->uri_hash = fp_str_hash(uri);
        document->next = lsp->documents;
        lsp->documents = document;
        push(document, (fp_lsp_op){ .kind = FP_OP_SETTINGS, .settings = fp_lsp_settings_of(lsp, uri) });
    }
    push_text(lsp, document, FP_OP_OPEN, message);
}

void fp_lsp_serve_did_change(struct fp_lsp *lsp, fp_message *message) {
    fp_lsp_document *document = fp_lsp_document_find(lsp, fp_member_str(message->params, "textDocument.uri"));
    if (!document)
        fp_lsp_log_message(lsp, FP_LOG_WARNING, "textDocument/didChange for a document that is not open");
    else if (!cJSON_IsArray(fp_member(message->params, "contentChanges")))
        fp_lsp_log_message(lsp, FP_LOG_ERROR, "textDocument/didChange without a list of changes");
    else {
        fp_lsp_tell_bad_changes(lsp, document, fp_member(message->params, "contentChanges"));
        push_text(lsp, document, FP_OP_CHANGE, message);
    }
}

/* Questions that still wait for a document when it is closed are answered with an error. */
static void refuse_queue(struct fp_lsp *lsp, fp_lsp_document *document) {
    for (fp_lsp_op *op = document->queue.first; op; op = op->next) {
        if (op->kind != FP_OP_ASK) continue;
        refuse(op, FP_RPC_CONTENT_MODIFIED, "the document was closed");
        send_answer(lsp, op);
    }
}

void fp_lsp_serve_did_close(struct fp_lsp *lsp, fp_message *message) {
    fp_str uri = fp_member_str(message->params, "textDocument.uri");
    fp_lsp_document *document = fp_lsp_document_find(lsp, uri);
    if (!document) {
        fp_lsp_log_message(lsp, FP_LOG_WARNING, "textDocument/didClose for a document that is not open");
        return;
    }
    struct fp_out none = { 0 };
    if (!lsp->client.pulls_diagnostics) fp_lsp_publish_none(&none, uri);
    if (none.len) fp_lsp_send(lsp, &none);
    fp_out_drop(&none);
    refuse_queue(lsp, document);
    fp_lsp_sources_take(lsp, document, NULL);
    document->closed = true;
    interrupt(document);
    if (!document->job) drop_document(lsp, document);
    lsp->workspace_changes++; /* its file is theirs from here on */
}

void fp_lsp_document_consult(fp_lsp_document *document, const fp_method_info *method, fp_message *message,
                             fp_lsp_receiver receiver) {
    push(document, (fp_lsp_op){ .kind = FP_OP_ASK, .message = *message, .method = method, .receiver = receiver });
    message->root = NULL;
}

/* Advice that nobody waits for lets a question go first. */
static void put_advice_off(fp_lsp_document *document) {
    document_job *job = (document_job *)document->job;
    if (job && job->base.run == run_advice_job && !job->ops) job->cancelled = true;
}

void fp_lsp_document_ask(struct fp_lsp *lsp, const fp_method_info *method, fp_message *message) {
    fp_str uri = fp_member_document(message->params);
    fp_lsp_document *document = fp_lsp_document_find(lsp, uri);
    if (!document) {
        fp_lsp_reply_error(lsp, message->id, FP_RPC_INVALID_PARAMS,
                           uri.len ? "the document is not open" : "the request names no document");
        return;
    }
    fp_lsp_document_consult(document, method, message, (fp_lsp_receiver){ 0 });
    if (method->stage != FP_STAGE_ADVISED) put_advice_off(document);
    if (method->stage == FP_STAGE_RECENT) answer_recent(lsp, document);
}

void fp_lsp_documents_configure(struct fp_lsp *lsp) {
    for (fp_lsp_document *document = lsp->documents; document; document = document->next) {
        push(document, (fp_lsp_op){ .kind = FP_OP_SETTINGS, .settings = fp_lsp_settings_of(lsp, document->view->uri) });
        interrupt(document);
    }
    lsp->settings_count++;
    lsp->workspace_changes++;
    if (lsp->phase == FP_LSP_RUNNING) fp_lsp_refresh_client(lsp);
}

static bool cancel_in(fp_lsp_op *ops, const cJSON *id) {
    for (fp_lsp_op *op = ops; op; op = op->next)
        if (op->kind == FP_OP_ASK && op->message.id && cJSON_Compare(op->message.id, id, true))
            return op->cancelled = op->outdated = true;
    return false;
}

bool fp_lsp_documents_cancel(struct fp_lsp *lsp, const cJSON *id) {
    for (fp_lsp_document *document = lsp->documents; document; document = document->next) {
        if (cancel_in(document->queue.first, id)) return true;
        if (document->job && cancel_in(((document_job *)document->job)->ops, id)) return true;
    }
    return false;
}

void fp_lsp_documents_stop(struct fp_lsp *lsp) {
    for (fp_lsp_document *document = lsp->documents; document; document = document->next) stop_job(document);
}

void fp_lsp_documents_drop(struct fp_lsp *lsp) {
    while (lsp->documents) {
        assert(!lsp->documents->job);
        drop_document(lsp, lsp->documents);
    }
}
