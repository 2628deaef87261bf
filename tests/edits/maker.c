#include "maker.h"
#include <stdio.h>

const char *const types[] = { [IS_INDEX] = "index",
                              [IS_DATA] = "f32",
                              [IS_VECTOR] = "vector<4xf32>",
                              [IS_CONDITION] = "i1",
                              [IS_WORD] = "i32",
                              [IS_TILE] = "memref<64xf32, " SHARED_SPACE ">",
                              [IS_PART] = "memref<16xf32, strided<[1], offset: ?>, " SHARED_SPACE ">",
                              [IS_INDICES] = "memref<64xindex, " SHARED_SPACE ">",
                              [IS_BYTES] = "memref<1024xi8, " SHARED_SPACE ">",
                              [IS_POINTER] = "!llvm.ptr<3>",
                              [IS_LANES] = "vector<4xindex>" };

uint32_t below(maker *m, uint32_t bound) { return (uint32_t)(next_random(&m->seed) % bound); }
bool chance(maker *m, uint32_t percent) { return below(m, 100) < percent; }
bool has(const maker *m, uint32_t feature) { return (m->features & feature) != 0; }

void indent(maker *m) { put(m, "%*s", 2 + 2 * m->depth, ""); }

void add(maker *m, value_kind kind, const char *known, int number) {
    if (m->count < VALUES_MAX) m->values[m->count++] = (value){ kind, known, number };
}

int begin_definition(maker *m) {
    indent(m);
    put(m, "%%v%d = ", m->next);
    return m->next++;
}
void define(maker *m, value_kind kind, int number) { add(m, kind, NULL, number); }

name name_of(value v) {
    name n;
    if (v.name)
        snprintf(n.text, sizeof n.text, "%%%s", v.name);
    else
        snprintf(n.text, sizeof n.text, "%%v%d", v.number);
    return n;
}

bool find(maker *m, value_kind kind, value *found) {
    int seen = 0, all = 0;
    for (int i = 0; i < m->count; i++) all += m->values[i].kind == kind;
    if (all == 0) return false;
    int which = chance(m, 50) && all > 3 ? all - 1 - (int)below(m, 3) : (int)below(m, (uint32_t)all);
    for (int i = 0; i < m->count; i++)
        if (m->values[i].kind == kind && seen++ == which) *found = m->values[i];
    return true;
}

name any(maker *m, value_kind kind) {
    value v;
    name nobody; /* one for each type: what type it has is told by its uses */
    snprintf(nobody.text, sizeof nobody.text, "%%nobody%d", (int)kind);
    return (m->odd && chance(m, 2)) || !find(m, kind, &v) ? nobody : name_of(v);
}

value_kind any_memory(maker *m, name *memory) {
    value v;
    value_kind kind = chance(m, 20) && find(m, IS_PART, &v) ? IS_PART : IS_TILE;
    *memory = any(m, kind);
    return kind;
}

name any_place(maker *m) {
    if (m->tame) return chance(m, 60) ? (name){ "%tid" } : (name){ "%other" };
    static const char *const liked[] = { "%tid", "%tid", "%tid", "%other", "%other", "%c0", "%c1" };
    if (chance(m, 60)) {
        name n;
        snprintf(n.text, sizeof n.text, "%s", liked[below(m, sizeof liked / sizeof *liked)]);
        return n;
    }
    return any(m, IS_INDEX);
}
