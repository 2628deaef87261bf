/* lsp_trouble.c - what is wrong in configuration files, as diagnostics of those files.
 *
 * One search at a time, in a job: for the folders of the workspace, for each configuration that the client tells of,
 * and for those that were wrong before. Open documents add what they come across in between.
 */
#include "base/hash.h"
#include "base/memory.h"
#include "files/files_path.h"
#include "lsp/lsp_state.h"
#include <stdlib.h>
#include <string.h>

/* shown to the client */
struct fp_lsp_trouble {
    struct fp_lsp_trouble *next;
    char *uri, *folder; /* of the configuration; where it was found to hold */
    uint64_t words;     /* hash of what is said */
    bool looked_at;     /* by the search under way: it goes when that one does not find it */
};

typedef struct {
    fp_str folder;
    fp_lsp_settings *settings;
    fp_str words;
    FP_VEC(fp_str) files; /* that the configuration consists of */
} place;
struct fp_lsp_search {
    struct fp_lsp_job job;
    struct fp_arena *keep;
    FP_VEC(place) places;
    bool running, again; /* again: something changed meanwhile */
};

/* ---- what is shown ---- */

static struct fp_lsp_trouble *find(struct fp_lsp *lsp, fp_str uri) {
    for (struct fp_lsp_trouble *t = lsp->troubles; t; t = t->next)
        if (fp_str_equal(fp_str_of(t->uri), uri)) return t;
    return NULL;
}

/* Once for each change of the words. Without a line there is no place to show them at: they go to the client's log. */
void fp_lsp_trouble_found(struct fp_lsp *lsp, fp_str folder, fp_str words) {
    struct fp_arena *scratch = fp_arena_new();
    struct fp_out body = { 0 };
    fp_str uri = { "", 0 };
    bool has_place = fp_lsp_publish_config(scratch, &body, words, &uri);
    if (!has_place) uri = fp_path_uri(scratch, fp_path_join(scratch, folder, FP_STR(FP_CONFIG_NAME)));
    struct fp_lsp_trouble *trouble = find(lsp, uri);
    uint64_t hash = fp_hash_bytes(words.data, words.len);
    bool news = !trouble || trouble->words != hash;
    if (!trouble) {
        trouble = fp_memory_zeroed(1, sizeof *trouble);
        *trouble =
            (struct fp_lsp_trouble){ .next = lsp->troubles, .uri = fp_lsp_copy(uri), .folder = fp_lsp_copy(folder) };
        lsp->troubles = trouble;
    }
    trouble->words = hash;
    trouble->looked_at = false;
    if (news && has_place)
        fp_lsp_send(lsp, &body);
    else if (news)
        fp_lsp_log_message(lsp, FP_LOG_ERROR, "%.*s", FP_STR_ARG(words));
    fp_out_drop(&body);
    fp_arena_drop(scratch);
}

static void drop_trouble(struct fp_lsp_trouble *trouble) {
    free(trouble->uri);
    free(trouble->folder);
    free(trouble);
}

/* Takes back the messages about files that were read again without the trouble that they reported. */
static void clear_mended(struct fp_lsp *lsp) {
    for (struct fp_lsp_trouble **link = &lsp->troubles; *link;) {
        struct fp_lsp_trouble *trouble = *link;
        if (!trouble->looked_at) {
            link = &trouble->next;
            continue;
        }
        struct fp_out none = { 0 };
        fp_lsp_publish_none(&none, fp_str_of(trouble->uri));
        fp_lsp_send(lsp, &none);
        fp_out_drop(&none);
        *link = trouble->next;
        drop_trouble(trouble);
    }
}

/* ---- the search ---- */

static void run_search(struct fp_lsp_job *job) {
    struct fp_lsp_search *search = (struct fp_lsp_search *)job;
    for (uint32_t i = 0; i < search->places.len; i++) {
        place *p = &search->places.data[i];
        struct fp_arena *scratch = fp_arena_new();
        struct fp_out why = { 0 };
        const fp_settings *unused;
        fp_str file = fp_path_join(scratch, p->folder, FP_STR("a.mlir"));
        struct fp_configs *configs = fp_configs_new(scratch, p->settings->source);
        if (fp_configs_settings(configs, file, &unused, &why) != FP_OK)
            p->words = fp_str_copy(search->keep, fp_out_str(&why));
        uint32_t count;
        const fp_str *files = fp_configs_files(configs, &count);
        for (uint32_t k = 0; k < count; k++) *FP_PUSH(search->keep, &p->files) = fp_str_copy(search->keep, files[k]);
        fp_out_drop(&why);
        fp_arena_drop(scratch);
    }
}

static void drop_places(struct fp_lsp_search *search) {
    for (uint32_t i = 0; i < search->places.len; i++) fp_lsp_settings_drop(search->places.data[i].settings);
    search->places.len = 0;
    search->places.data = NULL;
    search->places.capacity = 0;
    fp_arena_drop(search->keep);
    search->keep = NULL;
}

static void finish_search(struct fp_lsp *lsp, struct fp_lsp_job *job) {
    struct fp_lsp_search *search = (struct fp_lsp_search *)job;
    search->running = false;
    for (uint32_t i = 0; i < search->places.len && lsp->phase == FP_LSP_RUNNING; i++) {
        const place *p = &search->places.data[i];
        if (p->words.len) fp_lsp_trouble_found(lsp, p->folder, p->words);
        for (uint32_t k = 0; k < p->files.len; k++) fp_lsp_watch(lsp, p->files.data[k]);
    }
    if (lsp->phase == FP_LSP_RUNNING) clear_mended(lsp);
    drop_places(search);
    if (search->again && lsp->phase == FP_LSP_RUNNING) fp_lsp_trouble_look(lsp, (fp_str){ "", 0 });
}

static void add_place(struct fp_lsp *lsp, struct fp_lsp_search *search, fp_str folder) {
    for (uint32_t i = 0; i < search->places.len; i++)
        if (fp_str_equal(search->places.data[i].folder, folder)) return;
    fp_str uri = fp_path_uri(search->keep, fp_path_join(search->keep, folder, FP_STR("a.mlir")));
    *FP_PUSH(search->keep, &search->places) =
        (place){ .folder = fp_str_copy(search->keep, folder), .settings = fp_lsp_settings_of(lsp, uri) };
}

void fp_lsp_trouble_look(struct fp_lsp *lsp, fp_str changed) {
    if (!lsp->search) lsp->search = fp_memory_zeroed(1, sizeof *lsp->search);
    struct fp_lsp_search *search = lsp->search;
    if (search->running) { /* what changed is remembered as if it had been wrong: the next search looks at it */
        search->again = true;
        if (changed.len && !find(lsp, changed)) {
            struct fp_arena *scratch = fp_arena_new();
            struct fp_lsp_trouble *trouble = fp_memory_zeroed(1, sizeof *trouble);
            *trouble = (struct fp_lsp_trouble){ .next = lsp->troubles,
                                                .uri = fp_lsp_copy(changed),
                                                .folder = fp_lsp_copy(fp_path_folder(fp_uri_path(scratch, changed))) };
            lsp->troubles = trouble;
            fp_arena_drop(scratch);
        }
        return;
    }
    search->job = (struct fp_lsp_job){ run_search, finish_search };
    search->keep = fp_arena_new();
    search->again = false;
    for (uint32_t i = 0; i < lsp->root_count; i++) add_place(lsp, search, lsp->roots[i].path);
    for (struct fp_lsp_trouble *t = lsp->troubles; t; t = t->next) {
        t->looked_at = true;
        add_place(lsp, search, fp_str_of(t->folder));
    }
    fp_str path = fp_uri_path(search->keep, changed);
    if (path.len) add_place(lsp, search, fp_path_folder(path));
    search->running = search->places.len > 0;
    if (search->running)
        lsp->host.start(lsp->host.context, &search->job);
    else
        drop_places(search);
}

void fp_lsp_troubles_drop(struct fp_lsp *lsp) {
    while (lsp->troubles) {
        struct fp_lsp_trouble *trouble = lsp->troubles;
        lsp->troubles = trouble->next;
        drop_trouble(trouble);
    }
    if (lsp->search && lsp->search->keep) drop_places(lsp->search);
    free(lsp->search);
    lsp->search = NULL;
}
