/* rows.c - what each family's chips and synchronisation ops do, in facts of the hardware and of the dialects: the
 * oracle's own table. */
#include "program.h"

const char *const family_names[FAMILY_COUNT] = {
    "monolithic", "one wave", "split",   "group copies", "counted copies", "bare",          "blocks",
    "divergent",  "carried",  "groups",  "named",        "cluster",        "fences",        "lds dma",
    "objects",    "calls",    "graphs",  "phases",       "staggered",      "turning",       "packed",
    "deep",       "slots",    "generic", "forall",       "latches",        "while",         "nests",
    "assembly",   "writes",   "around",  "strided",      "rounds",         "copied rounds", "split rounds"
};

#define CHIP_GENERIC \
    { .name = "generic", .wave = 32 }
#define CHIP_SM(number) \
    { .name = "sm_" #number, .wave = 32 }
#define CHIP_GFX9_OLD(name_)                                                                            \
    {                                                                                                   \
        .name = name_, .amd = true, .wave = 64, .generation = 9, .capacity = 63, .barrier_lands = true, \
        .fence_lands_dma = true, .fence_lands_marks = true, .stores_share = true                        \
    }
#define CHIP_GFX9(name_)                                                                                  \
    {                                                                                                     \
        .name = name_, .amd = true, .wave = 64, .generation = 9, .capacity = 63, .fence_lands_dma = true, \
        .stores_share = true                                                                              \
    }
#define CHIP_GFX10                                                                                             \
    {                                                                                                          \
        .name = "gfx1030", .amd = true, .wave = 32, .generation = 10, .capacity = 63, .fence_lands_dma = true, \
        .fence_lands_marks = true                                                                              \
    }
#define CHIP_GFX11 \
    { .name = "gfx1100", .amd = true, .wave = 32, .generation = 11 }
#define CHIP_GFX(name_) \
    { .name = name_, .amd = true, .wave = 32 }

#define WS "#gpu.address_space<workgroup>"
#define ALL .releases = LOCAL | GLOBAL
#define WHOLE .barrier = true, .arrives = true, .waits = true
#define LANDS_LDS .lands = LOCAL

/* bits of the chips below */
enum {
    GENERIC = 1,
    SM_80 = 2,
    SM_90 = 4,
    GFX942 = 8,
    GFX950 = 16,
    GFX1030 = 32,
    GFX1201 = 64,
    GFX1250 = 128,
    NVIDIA = SM_80 | SM_90,
    AMD = GFX942 | GFX950 | GFX1030 | GFX1201 | GFX1250
};
#define EVERY_CHIP                                                                  \
    { CHIP_GENERIC,        CHIP_SM(80), CHIP_SM(90),         CHIP_GFX9("gfx942"),   \
      CHIP_GFX9("gfx950"), CHIP_GFX10,  CHIP_GFX("gfx1201"), CHIP_GFX("gfx1250") }, \
        8

static const sync_row monolithic_rows[] = {
    { "gpu.barrier", .weight = 4, ALL, WHOLE },
    { "spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>", .chips = GENERIC, .weight = 4,
      .releases = LOCAL, WHOLE },
    { "nvvm.barrier0", .chips = NVIDIA, .weight = 2, ALL, WHOLE },
    { "amdgpu.lds_barrier", .chips = AMD, .weight = 2, .releases = LOCAL, WHOLE },
    { "gpu.barrier memfence [" WS "]", .weight = 1, .releases = LOCAL, WHOLE },
};
static const sync_row plain_rows[] = { { "gpu.barrier", .weight = 1, ALL, WHOLE } };
static const sync_row split_rows[] = {
    { "gpu.barrier", .weight = 1, ALL, WHOLE },
    { "rocdl.s.barrier", .weight = 1, WHOLE },
    { "rocdl.s.barrier.signal id = -1", .weight = 1, .arrives = true },
    { "rocdl.s.barrier.wait id = -1", .weight = 1, .waits = true },
    { "rocdl.s.wait.dscnt 0", .weight = 2, LANDS_LDS },
};
static const sync_row assembly_rows[] = {
    { "gpu.barrier", .weight = 2, ALL, WHOLE },
    { "nvvm.barrier0", .weight = 1, ALL, WHOLE },
    { "llvm.inline_asm has_side_effects \"bar.sync 0;\", \"\" : () -> ()", .weight = 1, ALL, WHOLE },
};
static const sync_row group_copy_rows[] = {
    { "gpu.barrier", .weight = 2, ALL, WHOLE },
    { "nvvm.cp.async.commit.group", .weight = 2, .commits = COUNTER_GROUP },
    { "nvvm.cp.async.wait.group %d", .weight = 2, .waits_for = COUNTER_GROUP },
};
static const sync_row counted_copy_rows[] = {
    { "gpu.barrier", .weight = 1, ALL, WHOLE },
    { "rocdl.s.wait.asynccnt %d", .weight = 1, .waits_for = COUNTER_ASYNC },
};
static const sync_row bare_rows[] = {
    { "gpu.barrier", .weight = 1, ALL, WHOLE },
    { "rocdl.s.barrier", .weight = 2, WHOLE },
    { "amdgpu.memory_counter_wait ds(0)", .weight = 1, LANDS_LDS },
};
/* Threads below half of the block are group 1, the others group 2; barrier 3 is everybody's. */
static const sync_row group_rows[] = {
    { "nvvm.barrier0", .weight = 2, ALL, WHOLE },
    { "nvvm.barrier id = %id1 number_of_threads = %members", .weight = 4, ALL, .arrives = true, .waits = true, .on = 1,
      .group_only = true },
    { "nvvm.barrier id = %id2 number_of_threads = %members", .weight = 4, ALL, .arrives = true, .waits = true, .on = 2,
      .group_only = true },
    { "nvvm.barrier id = %id3 number_of_threads = %everybody", .weight = 1, ALL, .arrives = true, .waits = true,
      .on = 3 },
    { "nvvm.barrier id = %id3", .weight = 1, ALL, .arrives = true, .waits = true, .on = 3 },
    /* Opens as soon as any half of the threads is there. */
    { "nvvm.barrier id = %id4 number_of_threads = %members", .weight = 1, ALL },
};
/* Variants: barriers by number, by pointer, and as values of the gpu dialect. */
static const sync_row named_rows[] = {
    { "gpu.barrier", .weight = 1, ALL, WHOLE },
    { "rocdl.s.wait.dscnt 0", .weight = 3, LANDS_LDS },
    { "rocdl.s.wait.dscnt 0", .weight = 3, LANDS_LDS, .group_only = true, .on = 1 },
    { "rocdl.s.wait.dscnt 0", .weight = 3, LANDS_LDS, .group_only = true, .on = 2 },
    { "rocdl.s.barrier.signal id = 1", .chips = 1, .weight = 4, .arrives = true, .on = 1, .group_only = true },
    { "rocdl.s.barrier.wait id = 1", .chips = 3, .weight = 1, .waits = true, .on = 1, .group_only = true },
    { "rocdl.s.barrier.signal id = 2", .chips = 1, .weight = 4, .arrives = true, .on = 2, .group_only = true },
    { "rocdl.s.barrier.wait id = 2", .chips = 3, .weight = 1, .waits = true, .on = 2, .group_only = true },
    { "rocdl.s.barrier.signal.var %bar1 member_cnt = 0 : !llvm.ptr<15>", .chips = 2, .weight = 4, .arrives = true,
      .on = 1, .group_only = true },
    { "rocdl.s.barrier.signal.var %bar2 member_cnt = 0 : !llvm.ptr<15>", .chips = 2, .weight = 4, .arrives = true,
      .on = 2, .group_only = true },
    { "gpu.barrier named(%named1)", .chips = 4, .weight = 5, ALL, .arrives = true, .waits = true, .on = 1,
      .group_only = true },
    { "gpu.barrier named(%named2)", .chips = 4, .weight = 5, ALL, .arrives = true, .waits = true, .on = 2,
      .group_only = true },
    { "gpu.barrier named(%named3)", .chips = 4, .weight = 2, ALL, .arrives = true, .waits = true, .on = 3 },
};
static const sync_row cluster_rows[] = {
    { "gpu.barrier", .weight = 1, ALL, WHOLE },
    { "nvvm.cluster.arrive", .chips = 1, .weight = 2, ALL, .arrives = true, .on = 3 },
    { "nvvm.cluster.arrive.relaxed", .chips = 1, .weight = 2, .arrives = true, .on = 3 },
    { "nvvm.cluster.wait", .chips = 1, .weight = 1, .waits = true, .on = 3, .cluster = true },
    { "llvm.fence syncscope(\"block\") release", .chips = 1, .weight = 2, ALL },
    /* One wave of each workgroup arrives for all: nothing is known of the others. */
    { "rocdl.s.barrier.signal id = -3", .chips = 2, .weight = 2 },
    { "rocdl.s.barrier.wait id = -3", .chips = 2, .weight = 2 },
    { "rocdl.s.wait.dscnt 0", .chips = 2, .weight = 1, LANDS_LDS },
    { "rocdl.s.barrier", .chips = 2, .weight = 1, WHOLE },
};
static const sync_row fence_rows[] = {
    { "gpu.barrier", .weight = 3, ALL, WHOLE },
    { "gpu.barrier memfence [" WS "]", .weight = 3, .releases = LOCAL, WHOLE },
    { "gpu.barrier memfence [#gpu.address_space<global>]", .weight = 2, .releases = GLOBAL, WHOLE },
    { "gpu.barrier memfence []", .weight = 2, WHOLE },
    { "spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>", .chips = GENERIC, .weight = 4,
      .releases = LOCAL, WHOLE },
    { "spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|UniformMemory>", .chips = GENERIC, .weight = 2,
      .releases = GLOBAL, WHOLE },
    { "spirv.ControlBarrier <Workgroup>, <Workgroup>, <None>", .chips = GENERIC, .weight = 2, WHOLE },
    { "spirv.MemoryBarrier <Workgroup>, <AcquireRelease|WorkgroupMemory>", .chips = GENERIC, .weight = 2,
      .releases = LOCAL },
    { "llvm.fence syncscope(\"workgroup\") release", .weight = 2, ALL },
    { "llvm.fence syncscope(\"workgroup\") acquire", .weight = 1 },
    { "llvm.fence syncscope(\"workgroup\") release {llvm.mmra = #local}", .weight = 1, .releases = LOCAL },
    { "llvm.fence syncscope(\"workgroup\") release {llvm.mmra = #global}", .weight = 1, .releases = GLOBAL },
    { "llvm.fence syncscope(\"workgroup\") release {llvm.mmra = #one}", .weight = 2, ALL, .tag = TAG_ONE },
    { "llvm.fence syncscope(\"workgroup\") release {llvm.mmra = #other}", .weight = 1, ALL, .tag = TAG_OTHER },
    { "rocdl.s.barrier", .chips = AMD, .weight = 4, WHOLE },
    { "amdgpu.memory_counter_wait load(0) store(0) ds(0)", .chips = AMD, .weight = 1, .lands = LOCAL | GLOBAL },
};
static const sync_row dma_rows[] = {
    { "gpu.barrier", .weight = 2, ALL, WHOLE },
    { "gpu.barrier memfence [" WS "]", .weight = 2, .releases = LOCAL, WHOLE },
    { "rocdl.s.barrier", .weight = 3, WHOLE },
    { "amdgpu.memory_counter_wait load(%d) ds(0)", .weight = 3, LANDS_LDS, .waits_for = COUNTER_LOAD },
    { "amdgpu.memory_counter_wait ds(0)", .weight = 1, LANDS_LDS },
    { "rocdl.asyncmark", .weight = 2, .commits = COUNTER_MARK },
    { "rocdl.wait.asyncmark %d", .weight = 2, .waits_for = COUNTER_MARK },
};
/* Variants: objects of their own, and places of one array. What arms them and waits for them is no row: it names the
 * object. */
static const sync_row object_rows[] = {
    { "gpu.barrier", .weight = 1, ALL, WHOLE },
};
static const sync_row packed_rows[] = {
    { "gpu.barrier memfence [" WS "]", .weight = 1, .releases = LOCAL, WHOLE },
    { "rocdl.s.barrier", .weight = 5, WHOLE },
    { "rocdl.s.waitcnt %d", .weight = 3, LANDS_LDS, .waits_for = COUNTER_LOAD, .fields = FIELD_LOADS | FIELD_LDS },
    { "rocdl.s.waitcnt %d", .weight = 2, .waits_for = COUNTER_LOAD, .fields = FIELD_LOADS },
    { "rocdl.s.waitcnt %d", .weight = 1, .waits_for = COUNTER_LOAD, .fields = FIELD_LOADS | FIELD_LDS_ONE },
    { "rocdl.s.waitcnt %d", .weight = 2, LANDS_LDS, .fields = FIELD_LDS },
};
static const sync_row deep_rows[] = {
    { "rocdl.s.barrier", .weight = 2, WHOLE },
    { "amdgpu.memory_counter_wait load(%d) ds(0)", .weight = 3, LANDS_LDS, .waits_for = COUNTER_LOAD },
};
static const sync_row phase_rows[] = {
    { "gpu.barrier", .weight = 3, ALL, WHOLE },
    { "rocdl.s.barrier", .weight = 2, WHOLE },
    { "amdgpu.memory_counter_wait ds(0)", .weight = 1, LANDS_LDS },
};

#define ROWS(list) .rows = list, .row_count = (int)(sizeof list / sizeof *list)

family_facts facts_of(family_kind family) {
    static const family_facts facts[FAMILY_COUNT] = {
        [FAMILY_MONOLITHIC] = { EVERY_CHIP, ROWS(monolithic_rows) },
        [FAMILY_ONE_WAVE] = { { CHIP_GENERIC }, 1, ROWS(plain_rows) },
        [FAMILY_SPLIT] = { { CHIP_GFX("gfx1201"), CHIP_GFX("gfx1250") }, 2, ROWS(split_rows) },
        [FAMILY_GROUP_COPIES] = { { CHIP_SM(80), CHIP_SM(90) }, 2, ROWS(group_copy_rows), .copies = COUNTER_GROUP },
        [FAMILY_COUNTED_COPIES] = { { CHIP_GFX("gfx1250") }, 1, ROWS(counted_copy_rows), .copies = COUNTER_ASYNC },
        [FAMILY_BARE] = { { CHIP_GFX9_OLD("gfx906"), CHIP_GFX9_OLD("gfx908"), CHIP_GFX9("gfx942"),
                            CHIP_GFX9("gfx950") },
                          4,
                          ROWS(bare_rows) },
        [FAMILY_BLOCKS] = { EVERY_CHIP, ROWS(monolithic_rows) },
        [FAMILY_DIVERGENT] = { EVERY_CHIP, ROWS(plain_rows) },
        [FAMILY_CARRIED] = { { CHIP_GFX("gfx1201"), CHIP_GFX("gfx1250") }, 2, ROWS(split_rows) },
        [FAMILY_GROUPS] = { { CHIP_SM(80), CHIP_SM(90) }, 2, ROWS(group_rows) },
        [FAMILY_NAMED] = { { CHIP_GFX("gfx1250"), CHIP_GFX("gfx1250"), CHIP_GFX("gfx1250") }, 3, ROWS(named_rows) },
        [FAMILY_CLUSTER] = { { CHIP_SM(90), CHIP_GFX("gfx1250") }, 2, ROWS(cluster_rows) },
        [FAMILY_FENCES] = { EVERY_CHIP, ROWS(fence_rows) },
        [FAMILY_LDS_DMA] = { { CHIP_GFX9_OLD("gfx906"), CHIP_GFX9("gfx942"), CHIP_GFX9("gfx950"), CHIP_GFX10 },
                             4,
                             ROWS(dma_rows),
                             .copies = COUNTER_LOAD },
        [FAMILY_OBJECTS] = { { CHIP_SM(90), CHIP_SM(90) }, 2, ROWS(object_rows), .copies = COUNTER_OBJECT },
        [FAMILY_CALLS] = { { CHIP_SM(80), CHIP_SM(90) }, 2, ROWS(group_copy_rows), .copies = COUNTER_GROUP },
        [FAMILY_GRAPHS] = { EVERY_CHIP, ROWS(plain_rows) },
        [FAMILY_PHASES] = { { CHIP_GFX9_OLD("gfx906"), CHIP_GFX9("gfx942"), CHIP_GFX("gfx1201") },
                            3,
                            ROWS(phase_rows) },
        [FAMILY_STAGGERED] = { { CHIP_GFX10, CHIP_GFX11, CHIP_GFX("gfx1201") }, 3, ROWS(phase_rows) },
        [FAMILY_TURNING] = { { CHIP_SM(80), CHIP_SM(90) }, 2, ROWS(group_copy_rows), .copies = COUNTER_GROUP },
        [FAMILY_PACKED] = { { CHIP_GFX9("gfx942"), CHIP_GFX10, CHIP_GFX11, CHIP_GFX9("gfx90a") },
                            4,
                            ROWS(packed_rows),
                            .copies = COUNTER_LOAD },
        [FAMILY_DEEP] = { { CHIP_GFX9("gfx942"), CHIP_GFX10 }, 2, ROWS(deep_rows), .copies = COUNTER_LOAD },
        [FAMILY_GENERIC] = { EVERY_CHIP, ROWS(monolithic_rows) },
        [FAMILY_FORALL] = { EVERY_CHIP, ROWS(monolithic_rows) },
        [FAMILY_LATCHES] = { EVERY_CHIP, ROWS(monolithic_rows) },
        [FAMILY_WHILE] = { EVERY_CHIP, ROWS(monolithic_rows) },
        [FAMILY_NESTS] = { { CHIP_SM(80), CHIP_SM(90) }, 2, ROWS(group_copy_rows), .copies = COUNTER_GROUP },
        [FAMILY_ASSEMBLY] = { { CHIP_SM(80), CHIP_SM(90) }, 2, ROWS(assembly_rows) },
        [FAMILY_WRITES] = { { CHIP_SM(80), CHIP_SM(90) }, 2, ROWS(group_copy_rows), .copies = COUNTER_GROUP },
        [FAMILY_AROUND] = { { CHIP_GFX("gfx1201"), CHIP_GFX("gfx1250") }, 2, ROWS(split_rows) },
        [FAMILY_STRIDED] = { EVERY_CHIP, ROWS(monolithic_rows) },
        [FAMILY_ROUNDS] = { EVERY_CHIP, ROWS(monolithic_rows) },
        [FAMILY_ROUND_COPIES] = { { CHIP_SM(80), CHIP_SM(90) }, 2, ROWS(group_copy_rows), .copies = COUNTER_GROUP },
        [FAMILY_ROUND_HALVES] = { { CHIP_GFX("gfx1201"), CHIP_GFX("gfx1250") }, 2, ROWS(split_rows) },
        [FAMILY_SLOTS] = { { CHIP_SM(90), CHIP_SM(90) }, 2, ROWS(object_rows), .copies = COUNTER_OBJECT },
    };
    return facts[family];
}
