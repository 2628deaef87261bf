#include "make.h"
#include "maker.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 3 };

/* ---- ops ---- */
static void make_index(maker *m) {
    static const char *const ops[] = { "addi", "subi", "muli", "remui", "divui", "xori", "andi", "minui", "shli" };
    int number;
    uint32_t roll = below(m, 14);
    if (((roll == 1 || roll == 2) && !has(m, LOADS_INDICES)) || (roll == 6 && !has(m, DATA_DECIDES))) roll = 3;
    switch (roll) {
    case 0:
        number = begin_definition(m);
        put(m, "arith.constant %u : index\n", below(m, 70));
        break;
    case 1:
        number = begin_definition(m);
        put(m, "memref.load %%where[%s] : memref<64xindex>\n", any_place(m).text);
        break;
    case 2:
        number = begin_definition(m);
        put(m, "memref.load %s[%s] : %s\n", any(m, IS_INDICES).text, any_place(m).text, types[IS_INDICES]);
        break;
    case 3:
        number = begin_definition(m);
        put(m, "affine.apply #turn(%s)\n", any(m, IS_INDEX).text);
        break;
    case 4:
        number = begin_definition(m);
        put(m, "arith.select %s, %s, %s : index\n", any(m, IS_CONDITION).text, any(m, IS_INDEX).text,
            any(m, IS_INDEX).text);
        break;
    case 5: {
        static const char *const ids[] = { "gpu.thread_id x", "gpu.thread_id x upper_bound 64",
                                           "gpu.block_id x",  "gpu.block_dim x",
                                           "gpu.lane_id",     "gpu.subgroup_id : index",
                                           "gpu.thread_id y", "\"acme.index\"() : () -> index",
                                           "gpu.grid_dim x" };
        number = begin_definition(m);
        put(m, "%s\n", ids[below(m, has(m, UNKNOWN_IDS) ? sizeof ids / sizeof *ids : 2)]);
        break;
    }
    case 6:
        number = begin_definition(m);
        put(m, "arith.index_cast %s : i32 to index\n", any(m, IS_WORD).text);
        break;
    default:
        number = begin_definition(m);
        put(m, "arith.%s %s, %s : index\n", ops[below(m, sizeof ops / sizeof *ops)], any(m, IS_INDEX).text,
            any(m, IS_INDEX).text);
        break;
    }
    define(m, IS_INDEX, number);
}

static void make_shuffle(maker *m) {
    int value_number = m->next++, valid = m->next++;
    indent(m);
    put(m, "%%v%d, %%v%d = gpu.shuffle xor %s, %s, %s : f32\n", value_number, valid, any(m, IS_DATA).text,
        any(m, IS_WORD).text, any(m, IS_WORD).text);
    define(m, IS_DATA, value_number);
    define(m, IS_CONDITION, valid);
}

static void make_data(maker *m) {
    value v;
    if (chance(m, 5)) {
        make_shuffle(m);
        return;
    }
    int number = begin_definition(m);
    value_kind kind = IS_DATA;
    uint32_t roll = below(m, 13);
    if (((roll == 7 || roll == 8) && !has(m, DATA_DECIDES)) || (roll == 9 && !has(m, LOADS_INDICES))) roll = 12;
    switch (roll) {
    case 0: put(m, "arith.constant %u.0 : f32\n", below(m, 3)); break;
    case 1: put(m, "memref.load %%data[%s] : memref<64xf32>\n", any_place(m).text); break;
    case 2: put(m, "memref.load %%data[%s] : memref<64xf32>\n", chance(m, 50) ? "%c0" : "%n"); break;
    case 3: put(m, "vector.broadcast %s : f32 to vector<4xf32>\n", any(m, IS_DATA).text), kind = IS_VECTOR; break;
    case 4: put(m, "arith.index_cast %s : index to i32\n", any(m, IS_INDEX).text), kind = IS_WORD; break;
    case 5:
        put(m, "arith.cmpi %s, %s, %s : index\n", chance(m, 50) ? "ult" : "eq", any(m, IS_INDEX).text,
            any(m, IS_INDEX).text),
            kind = IS_CONDITION;
        break;
    case 6: put(m, "arith.sitofp %s : i32 to f32\n", any(m, IS_WORD).text); break;
    case 7:
        put(m, "arith.cmpf olt, %s, %s : f32\n", any(m, IS_DATA).text, any(m, IS_DATA).text), kind = IS_CONDITION;
        break;
    case 8: put(m, "arith.fptosi %s : f32 to i32\n", any(m, IS_DATA).text), kind = IS_WORD; break;
    case 9:
        put(m, "vector.load %%where[%s] : memref<64xindex>, vector<4xindex>\n", any_place(m).text), kind = IS_LANES;
        break;
    case 10:
        if (find(m, IS_LANES, &v))
            put(m, "vector.extract %s[%u] : index from vector<4xindex>\n", name_of(v).text, below(m, 4)),
                kind = IS_INDEX;
        else
            put(m, "vector.extract %s[%u] : f32 from vector<4xf32>\n", any(m, IS_VECTOR).text, below(m, 4));
        break;
    case 11:
        put(m, "arith.select %s, %s, %s : f32\n", any(m, IS_CONDITION).text, any(m, IS_DATA).text,
            any(m, IS_DATA).text);
        break;
    default: put(m, "arith.addf %s, %s : f32\n", any(m, IS_DATA).text, any(m, IS_DATA).text); break;
    }
    define(m, kind, number);
}

static void make_memory(maker *m) {
    int number = begin_definition(m);
    value_kind kind = IS_TILE;
    switch (below(m, 6)) {
    case 0: put(m, "memref.alloc() : %s\n", types[IS_TILE]); break;
    case 1:
        put(m, "memref.view %s[%s][] : %s to %s\n", any(m, IS_BYTES).text,
            chance(m, 50) ? "%c256" : any(m, IS_INDEX).text, types[IS_BYTES], types[IS_TILE]);
        break;
    case 2:
        put(m, "memref.subview %s[%s] [16] [1] : %s to %s\n", any(m, IS_TILE).text, any(m, IS_INDEX).text,
            types[IS_TILE], types[IS_PART]),
            kind = IS_PART;
        break;
    case 3:
        put(m, "arith.select %s, %s, %s : %s\n", any(m, IS_CONDITION).text, any(m, IS_TILE).text, any(m, IS_TILE).text,
            types[IS_TILE]);
        break;
    case 4: put(m, "memref.alloc() : %s\n", types[IS_INDICES]), kind = IS_INDICES; break;
    default: put(m, "memref.alloc() : %s\n", types[IS_BYTES]), kind = IS_BYTES; break;
    }
    define(m, kind, number);
}

/* Memory that becomes a number, and comes back as a pointer. */
static void make_escape(maker *m) {
    name memory;
    value_kind kind = any_memory(m, &memory);
    int number;
    value v;
    switch (find(m, IS_POINTER, &v) ? below(m, 5) : below(m, 3)) {
    case 0:
        number = begin_definition(m);
        put(m, "memref.extract_aligned_pointer_as_index %s : %s -> index\n", memory.text, types[kind]);
        define(m, IS_INDEX, number);
        break;
    case 1:
        number = begin_definition(m);
        put(m, "llvm.inttoptr %s : i32 to !llvm.ptr<3>\n", any(m, IS_WORD).text);
        define(m, IS_POINTER, number);
        break;
    case 2:
        indent(m);
        put(m, "\"acme.touch\"(%s) : (%s) -> ()\n", memory.text, types[kind]);
        break;
    case 3:
        indent(m);
        put(m, "\"acme.keep\"(%s, %%data) : (%s, memref<64xf32>) -> ()\n", any(m, IS_POINTER).text, types[IS_POINTER]);
        break;
    default:
        number = begin_definition(m);
        put(m, "llvm.load %s : !llvm.ptr<3> -> f32\n", any(m, IS_POINTER).text);
        define(m, IS_DATA, number);
        break;
    }
}

static void make_access(maker *m) {
    name memory, place = any_place(m);
    value_kind kind = any_memory(m, &memory);
    int number;
    switch (below(m, 12)) {
    case 0:
    case 1:
    case 2:
    case 3:
        indent(m);
        put(m, "memref.store %s, %s[%s] : %s\n", any(m, IS_DATA).text, memory.text, place.text, types[kind]);
        return;
    case 4:
    case 5:
    case 6:
    case 7: break;
    case 8:
        indent(m);
        put(m, "vector.store %s, %s[%s] : %s, vector<4xf32>\n", any(m, IS_VECTOR).text, memory.text, place.text,
            types[kind]);
        return;
    case 9:
        number = begin_definition(m);
        put(m, "vector.load %s[%s] : %s, vector<4xf32>\n", memory.text, place.text, types[kind]);
        define(m, IS_VECTOR, number);
        return;
    case 10:
        number = begin_definition(m);
        put(m, "memref.atomic_rmw addf %s, %s[%s] : (f32, %s) -> f32\n", any(m, IS_DATA).text, memory.text, place.text,
            types[kind]);
        define(m, IS_DATA, number);
        return;
    default:
        indent(m);
        put(m, "memref.store %s, %s[%s] : %s\n", any(m, IS_INDEX).text, any(m, IS_INDICES).text, place.text,
            types[IS_INDICES]);
        return;
    }
    number = begin_definition(m);
    put(m, "memref.load %s[%s] : %s\n", memory.text, place.text, types[kind]);
    define(m, IS_DATA, number);
}

static void make_global_store(maker *m) {
    indent(m);
    if (chance(m, 40))
        put(m, "memref.store %s, %%where[%s] : memref<64xindex>\n", any(m, IS_INDEX).text, any_place(m).text);
    else
        put(m, "memref.store %s, %%data[%s] : memref<64xf32>\n", any(m, IS_DATA).text, any_place(m).text);
}

static void make_odd(maker *m) {
    static const char *const lines[] = { "memref.store %val, %lds[",
                                         "gpu.barrier gpu.barrier",
                                         "%v3 = arith.constant 7 : index",
                                         "}",
                                         "{",
                                         "// fencepost: target=gfx1201",
                                         "// fencepost: ignore[missing-barrier]",
                                         "\"",
                                         "^bb1:",
                                         "func.call @other(%lds) : (memref<64xf32, " SHARED_SPACE ">) -> ()",
                                         "llvm.fence syncscope(\"workgroup\") release",
                                         "rocdl.s.barrier.signal id = -1",
                                         "rocdl.s.barrier.wait id = -1",
                                         "return",
                                         "%k = gpu.all_reduce add %val {} : (f32) -> f32",
                                         "memref.copy %lds, %data : memref<64xf32, " SHARED_SPACE "> to memref<64xf32>",
                                         "nvvm.cp.async.commit.group",
                                         "%lds = memref.alloc() : memref<64xf32, " SHARED_SPACE ">",
                                         "%tid = arith.constant 0 : index",
                                         "memref.dealloc %lds : memref<64xf32, " SHARED_SPACE ">",
                                         "%other = gpu.thread_id x",
                                         "gpu.barrier // fencepost: ignore[redundant-barrier]" };
    indent(m);
    put(m, "%s\n", lines[below(m, sizeof lines / sizeof *lines)]);
}

static void make_statement(maker *m);

static void make_statements(maker *m, uint32_t most) {
    for (uint32_t left = 1 + below(m, most); left > 0; left--) make_statement(m);
}

/* A loop or an if, some with a result: what nested text defines is seen there only. */
static void make_region(maker *m) {
    static const char *const uppers[] = { "%c4", "%n", "%c4", "%c1" };
    static const value_kind kinds[] = { IS_INDEX, IS_DATA, IS_DATA, IS_VECTOR, IS_TILE };
    bool loop = chance(m, 50), gives = chance(m, 35);
    int result = 0, seen = m->count, iteration = m->next++;
    value_kind kind = kinds[below(m, (uint32_t)(sizeof kinds / sizeof *kinds) - !has(m, GIVES_MEMORY))];
    name condition = chance(m, 40) ? (name){ "%flag" } : any(m, IS_CONDITION), initial = any(m, kind),
         bound = chance(m, 25) ? any(m, IS_INDEX) : (name){ "" };
    if (gives)
        result = begin_definition(m);
    else
        indent(m);
    if (!bound.text[0]) snprintf(bound.text, sizeof bound.text, "%s", uppers[below(m, 4)]);
    int carried = m->next++, own = m->next++;
    if (loop && gives)
        put(m, "scf.for %%i%d = %%c0 to %s step %%c1 iter_args(%%v%d = %s) -> (%s) {\n", iteration, bound.text, carried,
            initial.text, types[kind]);
    else if (loop)
        put(m, "scf.for %%i%d = %%c0 to %s step %%c1 {\n", iteration, bound.text);
    else if (gives)
        put(m, "scf.if %s -> (%s) {\n", condition.text, types[kind]);
    else
        put(m, "scf.if %s {\n", condition.text);
    m->depth++;
    if (loop && gives) define(m, kind, carried);
    if (loop) {
        indent(m);
        put(m, "%%v%d = arith.addi %%i%d, %%c0 : index\n", own, iteration);
        define(m, IS_INDEX, own);
    }
    for (int arm = 0; arm < (loop || !(gives || chance(m, 30)) ? 1 : 2); arm++) {
        int in_arm = m->count;
        if (arm == 1) {
            m->depth--;
            indent(m);
            put(m, "} else {\n");
            m->depth++;
        }
        make_statements(m, 4);
        if (gives) {
            indent(m);
            put(m, "scf.yield %s : %s\n", any(m, kind).text, types[kind]);
        }
        m->count = in_arm;
    }
    m->depth--;
    indent(m);
    put(m, "}\n");
    m->count = seen;
    if (gives) define(m, kind, result);
}

static void make_statement(maker *m) {
    uint32_t roll = below(m, 100);
    if (m->odd && chance(m, 4))
        make_odd(m);
    else if (roll < 18)
        make_index(m);
    else if (roll < 32)
        make_data(m);
    else if (roll < 37)
        make_memory(m);
    else if (roll < 40 && has(m, ESCAPES))
        make_escape(m);
    else if (roll < 45 && has(m, WRITES_GLOBAL))
        make_global_store(m);
    else if (roll < 55 && m->depth < DEPTH_MAX)
        make_region(m);
    else if (roll < 60 && m->depth > 0)
        make_barrier(m);
    else if (roll < 63 && m->copies)
        make_copying(m);
    else
        make_access(m);
}

/* A pair for the barrier between to order. */
static void make_pair_end(maker *m, bool store, const char *place) {
    if (store) {
        indent(m);
        put(m, "memref.store %%val, %%lds[%s] : %s\n", place, types[IS_TILE]);
        return;
    }
    int number = begin_definition(m);
    put(m, "memref.load %%lds[%s] : %s\n", place, types[IS_TILE]);
    define(m, IS_DATA, number);
}

static void make_head(maker *m) {
    static const char *const targets[] = { "",
                                           "",
                                           "// fencepost: target=gfx942\n",
                                           "// fencepost: target=gfx1201\n",
                                           "// fencepost: target=sm_90\n",
                                           "// fencepost: target=gfx942 block=64,1,1\n",
                                           "// fencepost: block=128,1,1\n" };
    static const char *const attributes[] = { " attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>}",
                                              " attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>}",
                                              " attributes {gpu.kernel}", "" };
    const char *target = m->runs && chance(m, 95)     ? m->runs->target
                         : m->copies && chance(m, 90) ? m->copies->target
                                                      : NULL;
    put(m, "%s#turn = affine_map<(d0) -> ((d0 + 5) mod 64)>\n",
        target ? target : targets[below(m, sizeof targets / sizeof *targets)]);
    put(m,
        "func.func @kernel(%%data: memref<64xf32>, %%where: memref<64xindex>, %%n: index, %%flag: i1, %%x: f32)%s {\n",
        attributes[below(m, 4)]);
    put(m,
        "  %%tid = gpu.thread_id x\n  %%c0 = arith.constant 0 : index\n  %%c1 = arith.constant 1 : index\n  %%c4 = "
        "arith.constant 4 : index\n"
        "  %%c256 = arith.constant 256 : index\n  %%last = arith.constant 63 : index\n  %%other = arith.subi %%last, "
        "%%tid : index\n  %%lds = memref.alloc() : %s\n"
        "  %%lds2 = memref.alloc() : %s\n  %%slots = memref.alloc() : %s\n  %%bytes = memref.alloc() : %s\n  %%word = "
        "arith.index_cast %%tid : index to i32\n"
        "  %%val = arith.sitofp %%word : i32 to f32\n  %%vec = vector.broadcast %%x : f32 to vector<4xf32>\n  %%first "
        "= arith.cmpi eq, %%tid, %%c0 : index\n",
        types[IS_TILE], types[IS_TILE], types[IS_INDICES], types[IS_BYTES]);
    static const struct {
        value_kind kind;
        const char *name;
    } known[] = { { IS_INDEX, "tid" },   { IS_INDEX, "c0" },        { IS_INDEX, "c1" },       { IS_INDEX, "c4" },
                  { IS_INDEX, "other" }, { IS_INDEX, "n" },         { IS_DATA, "val" },       { IS_DATA, "x" },
                  { IS_VECTOR, "vec" },  { IS_CONDITION, "first" }, { IS_CONDITION, "flag" }, { IS_WORD, "word" },
                  { IS_TILE, "lds" },    { IS_TILE, "lds" },        { IS_TILE, "lds2" },      { IS_INDICES, "slots" },
                  { IS_BYTES, "bytes" } };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) add(m, known[i].kind, known[i].name, 0);
}

/* A tile is copied, waited for, and read behind the barrier; now and then something is left out or comes where it
 * does harm. */
static void make_stage(maker *m, uint32_t phase) {
    static const char *const tiles[] = { "%lds", "%lds2" };
    const char *tile = tiles[phase % 2], *last = tiles[(phase + 1) % 2];
    bool copies = chance(m, 80), waits = chance(m, copies ? 92 : 15);
    if (phase && chance(m, 94)) {
        int number = begin_definition(m);
        put(m, "memref.load %s[%%other] : %s\n", last, types[IS_TILE]);
        define(m, IS_DATA, number);
    }
    if (chance(m, 15)) make_statement(m);
    if (copies) put_copy(m, tile, chance(m, 90) ? "%tid" : any_place(m).text);
    if (copies && chance(m, 97)) put_commit(m);
    if (chance(m, 25)) make_statement(m);
    if (chance(m, 8)) make_copying(m);
    if (!copies) indent(m), put(m, "memref.store %%val, %s[%%tid] : %s\n", tile, types[IS_TILE]);
    if (chance(m, 10)) make_barrier(m);
    if (waits) put_wait(m, chance(m, 93) ? 0 : 1 + below(m, 2));
    if (chance(m, 10)) make_statement(m);
    if (chance(m, 5)) make_copying(m);
    if (has(m, RUNS))
        make_run(m);
    else
        put_lines(m, "gpu.barrier");
}

fp_str kernel_make(uint64_t seed) {
    maker m = { .seed = seed };
    m.odd = chance(&m, 20);
    m.tame = !m.odd && chance(&m, 40);
    m.features = below(&m, ALL_FEATURES + 1) & below(&m, ALL_FEATURES + 1);
    choose_forms(&m);
    make_head(&m);
    uint32_t phases = 3 + below(&m, 7);
    bool stores = true, staged = m.copies && chance(&m, 70);
    for (uint32_t phase = 0; phase < phases; phase++) {
        if (staged) {
            make_stage(&m, phase);
            continue;
        }
        if (phase) make_barrier(&m);
        make_statements(&m, 5);
        if (chance(&m, 65)) {
            make_pair_end(&m, stores, stores ? "%tid" : "%other");
            stores = !stores;
        }
    }
    if (chance(&m, 10)) make_barrier(&m);
    put(&m, "  return\n}\n");
    return (fp_str){ m.out.data, m.out.len };
}
