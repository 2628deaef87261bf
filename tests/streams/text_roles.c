/* text_roles.c - which threads are in which role: conditions on threads, on warps, on a warp's number that all of its
 * threads share, on an elected thread; one after the other, nested, or a switch. */
#include "text.h"

typedef enum { BY_THREAD, BY_WAVE, BY_UNIFORM_WAVE } role_words;
typedef enum { ROLES_IN_ROW, ROLES_NESTED, ROLES_SWITCHED } role_order;

/* The number of the thread's wave. */
static uint32_t name_wave(fp_text *text, role_words words) {
    if (words == BY_UNIFORM_WAVE && text->words.index && text_draws(text, 2))
        return text_value(text, "gpu.subgroup_id : index");
    if (words == BY_UNIFORM_WAVE && text->split_barriers && text_draws(text, 2))
        return text_value(text, "rocdl.wave.id : i32");
    uint32_t shift = 0;
    while (1u << shift < text->wave) shift++;
    uint32_t wave = text_draws(text, 2) ? text_compute_by(text, TEXT_SHR, text->thread, shift)
                                        : text_compute_by(text, TEXT_DIV, text->thread, text->wave);
    if (words != BY_UNIFORM_WAVE || text->words.index) return wave;
    if (!text->words.llvm) return text_value(text, "rocdl.readfirstlane %%v%u : i32", wave);
    uint32_t all = text_number(text, -1), zero = text_number(text, 0), last = text_number(text, 31);
    return text_value(text, "nvvm.shfl.sync idx %%v%u, %%v%u, %%v%u, %%v%u : i32 -> i32", all, wave, zero, last);
}

static uint32_t is_between(fp_text *text, uint32_t number, uint32_t first, uint32_t end) {
    if (end == first + 1) return text_compute_by(text, TEXT_EQ, number, first);
    uint32_t below = text_compute_by(text, TEXT_LT, number, end);
    if (first == 0) return below;
    return text_compute(text, TEXT_BOTH, text_compute_by(text, TEXT_GE, number, first), below);
}

static uint32_t waves_end(const fp_text *text, const fp_layout *layout, fp_stream s) {
    return (layout->end[s] + text->wave - 1) / text->wave;
}

void text_name_roles(fp_text *text, const fp_layout *layout) {
    role_words words = (role_words)text_chooses(text, 3);
    uint32_t wave = words == BY_THREAD ? 0 : name_wave(text, words);
    for (fp_stream s = 0; s < layout->roles->stream_count; s++) {
        uint32_t first = layout->first[s];
        text->in[s] = words == BY_THREAD
                          ? is_between(text, text->thread, first, waves_end(text, layout, s) * text->wave)
                          : is_between(text, wave, first / text->wave, waves_end(text, layout, s));
        if (layout->roles->clusters)
            text->in[s] = text_compute(text, TEXT_BOTH, text->in[s],
                                       text_compute_by(text, TEXT_EQ, text->rank, layout->roles->group[s]));
        text->lane[s] = first ? text_compute_by(text, TEXT_SUB, text->thread, first) : text->thread;
        text->elected[s] = text_draws(text, 2) ? text_compute_by(text, TEXT_EQ, text->thread, first)
                                               : text_compute_by(text, TEXT_EQ, text->lane[s], 0);
    }
}

/* The thread that a warp of the role elects. */
static void elect(fp_text *text, const fp_layout *layout, fp_stream s) {
    if (!text->elects || !text_draws(text, 2)) return;
    uint32_t elected = text_value(text, "nvvm.elect.sync -> i1");
    if (layout->end[s] - layout->first[s] > text->wave)
        elected = text_compute(text, TEXT_BOTH, elected, text_compute_by(text, TEXT_LT, text->lane[s], text->wave));
    text->elected[s] = elected;
}

typedef void print_role(fp_text *text, const fp_layout *layout, fp_stream s);

static void inside(fp_text *text, const fp_layout *layout, print_role *print, fp_stream s) {
    bool narrow = layout->end[s] - layout->first[s] == 1;
    elect(text, layout, s);
    if (narrow) text_enter(text, text->elected[s]);
    print(text, layout, s);
    if (narrow) text_leave(text);
}

/* The roles' number, from 1: the first one whose threads end behind the thread. */
static uint32_t name_role(fp_text *text, const fp_layout *layout) {
    fp_stream s = layout->roles->stream_count - 1;
    uint32_t role = text_number(text, s);
    while (s-- > 1) {
        uint32_t below = text_compute_by(text, TEXT_LT, text->thread, layout->first[s + 1]),
                 number = text_number(text, s);
        role = text_select(text, below, number, role);
    }
    return role;
}

void text_print_roles(fp_text *text, const fp_layout *layout, print_role *print) {
    uint32_t count = layout->roles->stream_count;
    role_order order = (role_order)text_chooses(text, 3);
    if (order == ROLES_SWITCHED && text->words.blocks && text->words.index) order = ROLES_NESTED;
    if (layout->roles->clusters) order = ROLES_IN_ROW; /* a thread's number does not tell its role */
    if (order == ROLES_SWITCHED) text_switch(text, name_role(text, layout), count - 1);
    for (fp_stream s = 1; s < count; s++) {
        bool asks = order == ROLES_IN_ROW || (order == ROLES_NESTED && s + 1 < count);
        if (order == ROLES_SWITCHED) text_case(text, s);
        if (asks) text_enter(text, text->in[s]);
        inside(text, layout, print, s);
        if (order == ROLES_SWITCHED) text_case_end(text);
        if (asks && order == ROLES_NESTED)
            text_otherwise(text);
        else if (asks)
            text_leave(text);
    }
    if (order == ROLES_SWITCHED) text_switch_end(text);
    for (fp_stream s = 1; s + 1 < count && order == ROLES_NESTED; s++) text_leave(text);
}
