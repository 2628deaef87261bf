/* lsp_state.h - what the lsp_*.c files share: the server's state, documents and their queues, and what a handler is
 * given.
 *
 * Handlers differ by the stage of their row in lsp_methods.def. SERVER ones run on the server's thread and see struct
 * fp_lsp. The others see a document's view: TEXT ones in the job that takes edits in, CHECKED ones in the job that
 * checks, behind the check, ADVISED ones in the job behind it that finds fixes and savings. RECENT ones are CHECKED
 * ones that are asked earlier while the text is not checked yet, on the server's thread, for what struct fp_lsp_recent
 * or the text alone can answer.
 */
#ifndef FP_LSP_STATE_H
#define FP_LSP_STATE_H
#include "base/arena.h"
#include "base/hash.h"
#include "base/str.h"
#include "base/vec.h"
#include "config/config.h"
#include "fencepost_editor.h"
#include "findings/check.h"
#include "lsp/lsp_position.h"
#include "lsp/lsp_server.h"
#include "lsp/rpc.h"

/* ---- methods ---- */
typedef enum {
#define FP_METHOD(id, ...) FP_METHOD_##id,
#include "lsp/lsp_methods.def"
#undef FP_METHOD
    FP_METHOD_COUNT
} fp_method;
typedef enum {
    FP_STAGE_SERVER,
    FP_STAGE_TEXT,
    FP_STAGE_RECENT,
    FP_STAGE_CHECKED,
    FP_STAGE_DRAWN,
    FP_STAGE_ADVISED
} fp_method_stage;
typedef struct fp_lsp_ask fp_lsp_ask;
typedef struct {
    fp_method id; /* FP_METHOD_COUNT: no row of the table, a question of the server's own */
    const char *name, *capability,
        *summary; /* capability: members of ServerCapabilities, "" when it needs none or another row says it */
    fp_message_kind kind;
    fp_method_stage stage;
    void (*serve)(struct fp_lsp *lsp, fp_message *message); /* may take the message over: root NULL */
    void (*answer)(fp_lsp_ask *ask);
} fp_method_info;
extern const fp_method_info fp_methods[FP_METHOD_COUNT];
const fp_method_info *fp_method_find(const char *name); /* NULL */

/* ---- the client ---- */
#define FP_CLIENT_FLAGS(X)                                                          \
    X(related, "textDocument.publishDiagnostics.relatedInformation")                \
    X(code_description, "textDocument.publishDiagnostics.codeDescriptionSupport")   \
    X(diagnostic_data, "textDocument.publishDiagnostics.dataSupport")               \
    X(configuration, "workspace.configuration")                                     \
    X(watch_registration, "workspace.didChangeWatchedFiles.dynamicRegistration")    \
    X(relative_patterns, "workspace.didChangeWatchedFiles.relativePatternSupport")  \
    X(document_changes, "workspace.workspaceEdit.documentChanges")                  \
    X(diagnostics_refresh, "workspace.diagnostics.refreshSupport")                  \
    X(lens_refresh, "workspace.codeLens.refreshSupport")                            \
    X(hint_refresh, "workspace.inlayHint.refreshSupport")                           \
    X(symbol_tree, "textDocument.documentSymbol.hierarchicalDocumentSymbolSupport") \
    X(whole_line_folds, "textDocument.foldingRange.lineFoldingOnly")                \
    X(apply_edit, "workspace.applyEdit")                                            \
    X(show_document, "window.showDocument.support")                                 \
    X(snippets, "textDocument.completion.completionItem.snippetSupport")
#define FP_CLIENT_FLAG(field, path) bool field;
/* set by `initialize`, constant from then on: jobs read it too */
typedef struct {
    fp_encoding encoding;
    bool is_pushed; /* it would ask for diagnostics, but never again when a target or configuration changes: they are
                       published to it */
    bool pulls_diagnostics, diagnostic_tags, markdown, action_literals, action_resolve;
    FP_CLIENT_FLAGS(FP_CLIENT_FLAG)
} fp_lsp_client;

/* ---- documents ---- */
/* what the editor's user chose; replaced as a whole */
typedef struct {
    fp_config_source source;
    bool inlay_hints, code_lenses, source_diagnostics;
    fp_str rule_pages; /* URI of the folder of rule pages beside the program; empty: there is none */
    cJSON *section;    /* what they were read from; NULL: nothing */
    struct fp_arena *keep;
    uint32_t references; /* of views and the server; changed on the server's thread only */
} fp_lsp_settings;

/* What the last finished check said of the barriers, in text order, at their places in the text of now. A barrier is
 * left out when an edit since may have changed its op, or one of the two accesses that it orders. */
struct fp_lsp_recent {
    struct fp_arena *keep;
    bool has_checked;    /* false: no check with these settings has finished since the text was opened */
    fp_sync_note *notes; /* without kernels and phases */
    uint32_t count;
};

/* The files that a text was made from, as far as they were looked for; uri: empty where the file is not there. */
typedef struct {
    fp_str file, uri;
} fp_lsp_source_file;
typedef struct {
    fp_map map;
    FP_VEC(fp_lsp_source_file) list;
} fp_lsp_source_files;

/* A document as its jobs see it. While a job checks, the server's thread may read `document`'s text, `settings`,
 * `recent` and `is_read`, and open the document beside: only jobs that take edits in change these. */
struct fp_mender;
struct fp_lsp_view {
    const fp_lsp_client *client;
    const fp_lsp_settings *editor;
    fp_str uri, path;         /* path: empty unless the URI is a file's */
    struct fp_out place_head; /* JSON of a place in the document, up to its first number */
    int64_t version;
    bool has_version;
    uint32_t revision; /* counts texts and settings: what an action was offered for */
    struct fp_engine *engine;
    struct fp_document *document;
    bool is_read;                /* `document` was read by the job that took its last edit in */
    bool given_up;               /* for lack of memory: `document` is empty until it is opened again */
    struct fp_arena *configured; /* of `settings` and `config_trouble` */
    const fp_settings *settings;
    fp_level least;             /* findings below it are not shown */
    fp_str config_trouble;      /* "FILE:LINE: what"; empty: none */
    const fp_str *config_files; /* those that `settings` were read from, or should have been */
    uint32_t config_file_count;
    struct fp_arena *keep; /* of diagnostics; NULL: the text is not checked as it stands */
    fp_checked checked;
    fp_lsp_source_files source_files; /* in `keep` */
    size_t diagnostics_bytes;         /* of JSON that was written last: room for those that come next */
    uint64_t told;                    /* hash of the diagnostics that the client has of this text; 0: it has none */
    struct fp_lsp_recent *recent;     /* NULL: there is no text, or it is checked as it stands */
    struct fp_mender *mender;         /* tries the fixes of this text; NULL: none was asked for */
    struct fp_out tokens;
    uint32_t tokens_id; /* semantic tokens sent last, for deltas */
};

/* What becomes of an answer that is no response by itself: `value` is JSON, NULL when there is none; `trouble` says
 * why. */
typedef struct {
    void (*deliver)(struct fp_lsp *lsp, void *context, const fp_message *question, const fp_str *value,
                    fp_rpc_trouble trouble);
    void *context;
} fp_lsp_receiver;

typedef enum { FP_OP_OPEN, FP_OP_CHANGE, FP_OP_SETTINGS, FP_OP_ASK } fp_lsp_op_kind;
typedef struct fp_lsp_op {
    struct fp_lsp_op *next;
    fp_lsp_op_kind kind;
    fp_message message;           /* owned */
    const fp_method_info *method; /* of ASK */
    int64_t version;
    bool has_version;          /* of OPEN and CHANGE */
    fp_lsp_settings *settings; /* of OPEN and SETTINGS */
    fp_lsp_receiver receiver;  /* of ASK; no function: the answer is sent */
    volatile bool cancelled;
    volatile bool outdated; /* of a DRAWN one: cancelled, or the text is another by now */
    bool put_off;           /* its job has not come to it: the next one goes on with it */
    struct fp_out reply;    /* of ASK, from the job: a value; empty: not reached, or there is trouble */
    fp_rpc_trouble trouble;
} fp_lsp_op;
typedef struct {
    fp_lsp_op *first, **end;
} fp_lsp_queue; /* end NULL: empty */

typedef struct fp_lsp_document {
    struct fp_lsp_document *next;
    uint64_t uri_hash;
    struct fp_lsp_view *view;  /* its uri never changes; the rest is the running job's */
    fp_lsp_settings *settings; /* that the view was last told of, or will be */
    fp_lsp_queue queue;
    struct fp_lsp_job *job;         /* NULL: none under way */
    struct fp_lsp_sources *sources; /* what it says of the files it was made from; NULL: nothing */
    int64_t version;
    bool has_version;   /* after everything in the queue */
    bool stale, closed; /* stale: edits or settings since the last check began */
    bool rests;         /* it has given back the memory that a next check would use */
    bool unadvised;     /* there may be more to say of what was checked */
    bool told_bad;      /* the user knows that an edit could not be applied */
} fp_lsp_document;

struct fp_lsp_ask {
    struct fp_lsp_view *view;
    const cJSON *params;
    struct fp_arena *keep;
    struct fp_json json;    /* takes one value; nothing written: null */
    fp_rpc_trouble trouble; /* code 0: none */
    const volatile bool *cancelled;
    const struct fp_lsp_recent *recent; /* of RECENT handlers; NULL: the view is checked */
    bool wants_check;                   /* set by RECENT handlers: the answer takes the check, ask again behind it */
};

/* ---- jobs: the first member of each kind of them ---- */
struct fp_lsp_job {
    void (*run)(struct fp_lsp_job *job);                        /* any thread */
    void (*finish)(struct fp_lsp *lsp, struct fp_lsp_job *job); /* the server's thread; lets go of the job */
};

/* ---- the server ---- */
typedef struct {
    fp_str uri, path;
    fp_lsp_settings *settings;
} fp_lsp_root; /* a workspace folder (malloc); settings NULL: the server's */
struct fp_lsp_scan;
struct fp_lsp_memory;
struct fp_lsp_trouble;
struct fp_lsp_search;

/* a request to the client that was not answered yet */
typedef struct fp_lsp_call {
    struct fp_lsp_call *next;
    uint32_t id;
    int64_t deadline_ms;
    void (*answered)(struct fp_lsp *lsp, const cJSON *result); /* NULL result: an error or no answer in time */
} fp_lsp_call;

typedef enum { FP_LSP_NEW, FP_LSP_RUNNING, FP_LSP_STOPPED, FP_LSP_OVER } fp_lsp_phase;
struct fp_lsp {
    fp_lsp_host host;
    fp_lsp_phase phase;
    int exit_status;
    uint32_t client_process;
    struct fp_frames frames;
    fp_lsp_client client;
    enum { FP_TRACE_OFF, FP_TRACE_MESSAGES, FP_TRACE_VERBOSE } trace;
    fp_lsp_settings *settings;
    fp_lsp_document *documents;
    const fp_lsp_document *edited; /* the one whose text changed last; it may be gone, and is only compared */
    struct fp_lsp_scan *scans;     /* of the workspace, under way */
    struct fp_lsp_memory *memory;  /* what the last scan found; NULL: none was */
    uint32_t workspace_changes;    /* grows whenever a scan may find something else */
    enum {
        FP_LSP_FILES_UNSEEN,
        FP_LSP_FILES_ASKED_FOR,
        FP_LSP_FILES_WATCHED
    } files;                 /* does the client tell of changes? */
    uint64_t told_settings;  /* hash of what was wrong in the client's settings, as it was told last */
    uint32_t settings_count; /* grows whenever they may have changed */
    fp_lsp_call *calls;
    uint32_t next_call;
    fp_lsp_root *roots;
    uint32_t root_count;
    struct fp_lsp_trouble *troubles; /* shown, of configuration files */
    struct fp_lsp_watched *watched;
    struct fp_lsp_search *search; /* for them; NULL: none was */
    char *target;                 /* chosen by command (malloc): stronger than all settings; NULL: none */
};

/* lsp_client.c */
void fp_lsp_send(struct fp_lsp *lsp, const struct fp_out *body);
void fp_lsp_reply_error(struct fp_lsp *lsp, const cJSON *id, fp_rpc_error code, const char *text);
void fp_lsp_reply(struct fp_lsp *lsp, const cJSON *id, fp_str value);      /* value: JSON */
void fp_lsp_notify(struct fp_lsp *lsp, const char *method, fp_str params); /* likewise */
void fp_lsp_tell_error(struct fp_lsp *lsp, fp_str words);
/* the user sees it, and it stands in the log */
void fp_lsp_tell_given_up(struct fp_lsp *lsp, const fp_lsp_document *document);
/* Where one of the changes cannot be applied, the editor shows another text than the one that is checked from here on:
 * its user has to know, once. */
void fp_lsp_tell_bad_changes(struct fp_lsp *lsp, fp_lsp_document *document, const cJSON *changes);
/* A request to the client: `params` is written JSON. */
void fp_lsp_call_client(struct fp_lsp *lsp, const char *method, fp_str params,
                        void (*answered)(struct fp_lsp *lsp, const cJSON *result));
void fp_lsp_refresh_client(struct fp_lsp *lsp); /* asks it to ask again for all that it shows */
void fp_lsp_log_message(struct fp_lsp *lsp, fp_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void fp_lsp_trace(struct fp_lsp *lsp, const char *words, fp_str body); /* a message, when the client wants to see it */
void fp_lsp_take_response(struct fp_lsp *lsp, const fp_message *message); /* to a request of ours */

/* lsp_folders.c */
void fp_lsp_folders_read(struct fp_lsp *lsp, const cJSON *params); /* of initialize */
void fp_lsp_folders_drop(struct fp_lsp *lsp);
void fp_lsp_folder_add(struct fp_lsp *lsp, fp_str uri);
void fp_lsp_folder_remove(struct fp_lsp *lsp, fp_str uri);
fp_lsp_settings *fp_lsp_settings_of(struct fp_lsp *lsp, fp_str uri); /* with a reference for the caller */
char *fp_lsp_copy(fp_str text);                                      /* malloc, with a NUL behind it */

/* lsp_configuration.c */
void fp_lsp_configuration_ask(struct fp_lsp *lsp);                       /* the client's, for all folders */
void fp_lsp_configuration_use(struct fp_lsp *lsp, const cJSON *section); /* for all folders */
void fp_lsp_target_choose(struct fp_lsp *lsp, fp_str target);            /* empty: as the files say */

/* lsp_workspace.c */
void fp_lsp_scans_release(struct fp_lsp *lsp); /* ends those that were held until workspace_changes grew */
bool fp_lsp_scans_cancel(struct fp_lsp *lsp, const cJSON *id);
void fp_lsp_scans_stop(struct fp_lsp *lsp);
void fp_lsp_scans_drop(struct fp_lsp *lsp);
/* lsp_symbols.c: the document's symbols that fit "query", as items of a list without brackets. */
void fp_lsp_answer_symbols_of(fp_lsp_ask *ask);

/* lsp_documents.c */
fp_lsp_document *fp_lsp_document_find(struct fp_lsp *lsp, fp_str uri);
void fp_lsp_document_ask(struct fp_lsp *lsp, const fp_method_info *method,
                         fp_message *message); /* takes the message over */
/* Asks one document on somebody's behalf; the message too is taken over. */
void fp_lsp_document_consult(fp_lsp_document *document, const fp_method_info *method, fp_message *message,
                             fp_lsp_receiver receiver);
void fp_lsp_documents_configure(struct fp_lsp *lsp); /* all are to be checked anew with the server's settings */
void fp_lsp_documents_start(struct fp_lsp *lsp);     /* jobs for those that have something to do */
void fp_lsp_documents_stop(struct fp_lsp *lsp);
void fp_lsp_documents_drop(struct fp_lsp *lsp);
bool fp_lsp_documents_cancel(struct fp_lsp *lsp, const cJSON *id);

/* lsp_trouble.c: what is wrong in configuration files is shown as their diagnostics */
void fp_lsp_trouble_look(
    struct fp_lsp *lsp,
    fp_str changed); /* below all folders of the workspace and at this configuration (a URI); empty: none */
void fp_lsp_trouble_found(struct fp_lsp *lsp, fp_str folder,
                          fp_str words); /* "FILE:LINE: what", for a file in `folder` */
void fp_lsp_troubles_drop(struct fp_lsp *lsp);

/* lsp_sources.c */
struct fp_lsp_sources *fp_lsp_sources_of(struct fp_lsp_view *view); /* of a checked text; NULL: nobody wants them */
/* They stand in place of what the document said before; the client is told what differs. NULL: nothing is said. */
void fp_lsp_sources_take(struct fp_lsp *lsp, fp_lsp_document *document, struct fp_lsp_sources *sources);
void fp_lsp_sources_drop(struct fp_lsp_sources *sources);

/* lsp_watched.c: configuration files of any name */
void fp_lsp_watch(struct fp_lsp *lsp, fp_str path); /* asks the client to tell of changes, unless it does already */
bool fp_lsp_is_configuration(const struct fp_lsp *lsp, fp_str uri); /* does a change there change settings? */
void fp_lsp_watched_drop(struct fp_lsp *lsp);

/* lsp_settings.c */
/* section: "fencepost" of the client's, NULL: none; folder: that its globs are relative to, may be empty; target:
 * stronger than what it says, empty: none */
fp_lsp_settings *fp_lsp_settings_read(const fp_lsp_host *host, const cJSON *section, fp_str folder, fp_str target,
                                      struct fp_out *trouble);
void fp_lsp_settings_drop(fp_lsp_settings *settings); /* one reference */

/* lsp_view.c: all but new, drop and forget_recent run in jobs */
struct fp_lsp_view *fp_lsp_view_new(const fp_lsp_client *client, fp_str uri);
void fp_lsp_view_rest(struct fp_lsp_view *view); /* another document is edited now */
void fp_lsp_view_drop(struct fp_lsp_view *view);
void fp_lsp_view_open(struct fp_lsp_view *view, fp_str text);
void fp_lsp_view_configure(struct fp_lsp_view *view, const fp_lsp_settings *editor);
/* Has an element of `contentChanges` all that it needs to be applied? */
bool fp_lsp_change_is_whole(const cJSON *change);
void fp_lsp_view_change(struct fp_lsp_view *view, const cJSON *changes); /* those that are not whole are left out */
void fp_lsp_view_read(struct fp_lsp_view *view, const volatile bool *cancelled);
void fp_lsp_view_give_up(struct fp_lsp_view *view);
/* Squiggles first: errors and warnings, and what else takes no time. False: cancelled. */
bool fp_lsp_view_check(struct fp_lsp_view *view, const volatile bool *cancelled);
bool fp_lsp_view_lacks_advice(const struct fp_lsp_view *view); /* may more be said of the checked text? */
/* The rest: fixes that insert syncs, savings. False: cancelled, and what the check said holds on. */
bool fp_lsp_view_advise(struct fp_lsp_view *view, const volatile bool *cancelled);
void fp_lsp_view_forget_recent(struct fp_lsp_view *view);
fp_str fp_uri_path(struct fp_arena *keep, fp_str uri); /* of a file: URI; else empty */
fp_str fp_path_uri(struct fp_arena *keep, fp_str path);

/* lsp_recent.c */
struct fp_lsp_recent *fp_lsp_recent_none(void);                         /* of a text that was never checked */
struct fp_lsp_recent *fp_lsp_recent_take(struct fp_document *document); /* of a checked document */
void fp_lsp_recent_drop(struct fp_lsp_recent *recent);
/* `inserted` is going to replace `span` of `text`. Cost: one step for each barrier. */
void fp_lsp_recent_edit(struct fp_lsp_recent *recent, fp_str text, fp_span span, fp_str inserted);

/* lsp_diagnostics.c */
void fp_lsp_write_diagnostics(struct fp_json *json, struct fp_lsp_view *view); /* the array */
void fp_lsp_write_diagnostic(struct fp_json *json, struct fp_lsp_view *view, const fp_finding *finding);
void fp_lsp_write_rule(struct fp_json *json, const struct fp_lsp_view *view,
                       const fp_finding *finding); /* its members severity, source, code, codeDescription */
/* Where in the program that was compiled a place of the text comes from. */
typedef struct {
    const fp_source_place *place; /* NULL: the text does not tell */
    fp_str uri;                   /* empty: its file is not there */
} fp_lsp_source;
/* A path that is not from the root counts from the text's folder, or one above it. Only of a checked text, and until
 * it is checked anew. */
fp_lsp_source fp_lsp_source_at(struct fp_lsp_view *view, uint32_t offset);
void fp_lsp_write_point(struct fp_json *json, const fp_source_place *place); /* an empty range */
void fp_lsp_write_source(struct fp_json *json, const fp_lsp_source *source,
                         fp_str message); /* as related information; its file is there */
/* The whole notification; nothing when the client has these diagnostics of this text. */
void fp_lsp_publish(struct fp_out *body, struct fp_lsp_view *view);
/* For a client that asks for diagnostics: has it got others than there are now? */
bool fp_lsp_told_others(struct fp_lsp_view *view);
bool fp_lsp_publish_config(struct fp_arena *keep, struct fp_out *body, fp_str words,
                           fp_str *uri); /* of the view's config_trouble */
/* Why nothing that is not found in the kernel means anything; empty: it was judged. */
fp_str fp_lsp_unjudged_reason(const fp_lsp_ask *ask, const fp_kernel_info *kernel);
fp_str fp_lsp_rule_pages(const struct fp_lsp_view *view); /* URI of their folder; empty: no links */
void fp_lsp_write_rule_page(struct fp_json *json, const struct fp_lsp_view *view, fp_rule rule);
void fp_lsp_publish_none(struct fp_out *body, fp_str uri);

/* lsp_actions.c */
void fp_lsp_answer_fix_all(fp_lsp_ask *ask); /* a WorkspaceEdit of the file's fixes, or of one kernel's */
void fp_lsp_write_edit(struct fp_json *json, const struct fp_lsp_view *view, const fp_edit *edits,
                       size_t count); /* a WorkspaceEdit */

/* lsp_show.c */
void fp_lsp_answer_show_command(fp_lsp_ask *ask);

/* Asking for places: false sets the trouble. */
bool fp_lsp_ask_offset(fp_lsp_ask *ask, const cJSON *position, uint32_t *offset);
bool fp_lsp_ask_span(fp_lsp_ask *ask, const cJSON *range, fp_span *span);
void fp_lsp_write_range(struct fp_json *json, const struct fp_lsp_view *view, fp_span span);
/* The same of places that are known. */
void fp_lsp_write_positions(struct fp_json *json, fp_lsp_position start, fp_lsp_position end);
void fp_lsp_write_location(struct fp_json *json, const struct fp_lsp_view *view, fp_span span);

/* The handlers of lsp_methods.def. */
#define FP_DECLARE_SERVER(handler) void fp_lsp_serve_##handler(struct fp_lsp *lsp, fp_message *message);
#define FP_DECLARE_TEXT(handler) void fp_lsp_answer_##handler(fp_lsp_ask *ask);
#define FP_DECLARE_RECENT(handler) FP_DECLARE_TEXT(handler)
#define FP_DECLARE_CHECKED(handler) FP_DECLARE_TEXT(handler)
#define FP_DECLARE_DRAWN(handler) FP_DECLARE_TEXT(handler)
#define FP_DECLARE_ADVISED(handler) FP_DECLARE_TEXT(handler)
#define FP_METHOD(id, name, kind, stage, handler, capability, summary) FP_DECLARE_##stage(handler)
#include "lsp/lsp_methods.def"
#undef FP_METHOD
#endif
