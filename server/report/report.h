/* report.h - findings of a run in the format that was asked for. output/formats.def lists the formats; each is a file
 * of its own.
 *
 * A report is `begin`, then for each file that has something to say its text, with `separator` between them, then
 * `end`. The text of a file is made where the file was checked, on any thread; the caller puts the pieces together in
 * the order of the files.
 */
#ifndef FP_REPORT_H
#define FP_REPORT_H
#include "base/arena.h"
#include "output/out.h"
#include "output/style.h"

/* In which of a compiler's dumps a finding stands (findings/history.h). */
typedef struct {
    fp_rule rule;
    uint32_t start;    /* of the finding that it belongs to: together they name it */
    const fp_dump *in; /* the dump that it stands in, the first that shows it; NULL: in front of all dumps */
    uint32_t dumps;    /* in how many it stands; of so many that hold its kernel */
    uint32_t of;
} fp_history;

typedef struct {
    fp_str path;                        /* as shown to people */
    const struct fp_document *document; /* of the findings' places */
    const fp_history *history;          /* in the order of the findings that they were made for */
    size_t history_count;
    const fp_finding *findings;
    size_t finding_count;
    const fp_kernel_info *kernels;
    size_t kernel_count;
} fp_report_file;

/* What could not be judged; line 0: not at one place. */
typedef struct {
    fp_str file, kernel, reason;
    uint32_t line;
    bool unreadable; /* the file could not even be read */
    bool said;       /* a finding or a message says it already */
} fp_report_unjudged;

typedef struct {
    uint64_t files, kernels, levels[FP_LEVEL_ERROR + 1];
    uint64_t hidden;    /* findings below the least level, counted nowhere else */
    bool hides_more;    /* some of them were not looked for */
    uint64_t known;     /* findings that the baseline has, counted nowhere else */
    uint64_t elsewhere; /* findings on lines that nobody asked for, counted nowhere else */
    uint64_t untried;   /* fixes that were not tried */
    uint64_t *rules;    /* one count per rule */
    const fp_report_unjudged *unjudged;
    uint64_t unjudged_count;
    fp_statistics work;
} fp_totals;

typedef struct {
    const fp_style *style;
    size_t width;    /* columns of a line, for formats that cut */
    size_t wrap;     /* so wide sentences are broken; 0: never, since nobody told */
    bool statistics; /* should they be part of the report? */
    bool sources;    /* is the place in the source the first one, where the text tells it? */
    /* The source file that the text at `path` calls `name`; empty: it is not there. NULL: nobody reads files. */
    fp_str (*read_source)(struct fp_arena *keep, fp_str path, fp_str name);
    fp_str rule_pages; /* URL of the folder with a page per rule; empty: none */
    fp_str folder;     /* of the file that is written, absolute; for formats that name files from there */
    fp_str root;       /* of the repository, or the current directory, absolute; for formats that a code host reads */
} fp_report_options;

/* What a format shows of the fixes of a finding. TRIED: somebody applies them, so that they are tried first. */
typedef enum { FP_FIXES_NONE, FP_FIXES_NAMED, FP_FIXES_TRIED } fp_fixes_shown;

typedef struct {
    bool for_people; /* a summary on standard error goes with it */
    bool hosted;     /* a code host reads it: files are named from options.root */
    bool text_first; /* places, and lines in words, are always the text's; the source's stand beside them */
    fp_fixes_shown fixes;
    const char *separator;
    void (*begin)(struct fp_out *out, const fp_report_options *options);
    void (*file)(struct fp_out *out, const fp_report_file *file, const fp_report_options *options);
    void (*end)(struct fp_out *out, const fp_totals *totals, const fp_report_options *options);
} fp_report_format;

const fp_report_format *fp_report_format_named(fp_str name); /* NULL: there is none */
const fp_report_format *fp_report_format_at(uint32_t index); /* index into formats.def */

#define FP_REPORT(name, for_people) extern const fp_report_format fp_report_##name;
#include "output/formats.def"
#undef FP_REPORT

/* Where a finding is shown: in the text, or where that was made from. */
typedef struct {
    fp_str file;
    fp_position from, to;
    const fp_source_place *source; /* NULL: the text does not tell it */
    bool in_source;                /* `file` is the source's */
} fp_report_place;
fp_report_place fp_report_place_of(struct fp_arena *keep, const fp_report_file *file, const fp_report_options *options,
                                   fp_span span);
/* "kern.py:102:11 (var), inlined from triton/language/standard.py:314:12" */
fp_str fp_report_source_words(struct fp_arena *keep, const fp_source_place *source);
/* "written here (kern.py:98:5)" */
fp_str fp_report_with_source(struct fp_arena *keep, const fp_report_file *file, fp_str message, fp_span span);
/* What a format that a code host reads calls a file, which may be named from the current directory. */
fp_str fp_report_path(struct fp_arena *keep, const fp_report_options *options, fp_str path);
/* NULL: the finding stands in no dump. */
const fp_history *fp_report_history_of(const fp_report_file *file, const fp_finding *finding);
/* Notes that go with a finding in every format for people: where it comes from, which pass, and where it stands in the
 * text if the source is shown first. Empty ones are left out; at most FP_REPORT_NOTES_MAX. */
enum { FP_REPORT_NOTES_MAX = 3 };
size_t fp_report_notes(struct fp_arena *keep, const fp_report_file *file, const fp_report_options *options,
                       const fp_finding *finding, fp_str notes[FP_REPORT_NOTES_MAX]);

bool fp_report_has_findings(const fp_totals *totals);
/* What was not judged, as objects of a JSON list, a line each; `first`: nothing stands in the list yet. */
struct fp_json;
typedef void fp_report_write_unjudged(struct fp_json *json, const fp_report_unjudged *unjudged);
void fp_report_list_unjudged(struct fp_out *out, const fp_totals *totals, bool first, const char *indent,
                             fp_report_write_unjudged *write);

/* URL of the rule's page in the folder `pages`. */
void fp_report_rule_page(struct fp_out *url, fp_str pages, fp_rule rule);

/* A finding as an object of the JSON report. */
void fp_report_json_finding(struct fp_out *out, const fp_report_file *file, const fp_finding *finding);

/* Shared by formats for people. */
/* Decisions that were made, in the order of the table: those that settled a pair, then those that kept one open, most
 * frequent first and ten at most. */
typedef struct {
    const char *key, *words;
    uint64_t count;
} fp_decision_count;
size_t fp_report_decisions(const fp_totals *totals, fp_decision_count counts[FP_DECISION_COUNT]);
/* A line per kernel: chip, block size, who says so, how much there is in it. */
void fp_report_kernels(struct fp_out *out, const fp_report_file *file);
void fp_report_statistics(struct fp_out *out, const fp_totals *totals, const fp_style *style);
/* "found 2 errors and 1 warning in 3 files (5 kernels)", and where to read more. */
void fp_report_summary(struct fp_out *out, const fp_totals *totals, const fp_style *style);
#endif
