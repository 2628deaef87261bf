#include "maker.h"
#include <string.h>

static const copy_form copy_forms[] = {
    { "// fencepost: target=sm_90\n", "nvgpu.device_async_copy %%data[%s], %s[%s], 1 : memref<64xf32> to " SHARED_TILE,
      "nvvm.cp.async.commit.group", "nvvm.cp.async.wait.group %u", true },
    { "// fencepost: target=gfx950\n",
      "amdgpu.gather_to_lds async %%data[%s], %s[%s] : f32, memref<64xf32>, " SHARED_TILE, "rocdl.asyncmark",
      "rocdl.wait.asyncmark %u", false },
    { "// fencepost: target=gfx942\n", "amdgpu.gather_to_lds %%data[%s], %s[%s] : f32, memref<64xf32>, " SHARED_TILE,
      NULL, "amdgpu.memory_counter_wait load(%u)", false },
    { "// fencepost: target=gfx942\n", "amdgpu.gather_to_lds %%data[%s], %s[%s] : f32, memref<64xf32>, " SHARED_TILE,
      NULL, "rocdl.s.waitcnt %u", false },
    { "// fencepost: target=gfx1250\n",
      "amdgpu.global_load_async_to_lds %%data[%s], %s[%s] : f32, memref<64xf32>, " SHARED_TILE, NULL,
      "rocdl.s.wait.asynccnt %u", false },
};

#define RELEASE "llvm.fence syncscope(\"workgroup\") release"
#define ACQUIRE "llvm.fence syncscope(\"workgroup\") acquire"
#define LOCAL " {llvm.mmra = #llvm.mmra_tag<\"amdgpu-synchronize-as\":\"local\">}"
#define HALVES "rocdl.s.barrier.signal id = -1\nrocdl.s.barrier.wait id = -1"
static const run_form run_forms[] = {
    { "// fencepost: target=gfx1201\n", "rocdl.s.wait.dscnt 0", HALVES, NULL },
    { "// fencepost: target=gfx1201\n", RELEASE, HALVES, ACQUIRE },
    { "// fencepost: target=gfx1201\n", RELEASE LOCAL, HALVES, ACQUIRE LOCAL },
    { "// fencepost: target=gfx1250\n", "rocdl.s.wait.dscnt 0", "rocdl.s.barrier", NULL },
    { "// fencepost: target=gfx1100\n", RELEASE LOCAL, "rocdl.s.barrier", ACQUIRE LOCAL },
    { "// fencepost: target=gfx1100\n", "amdgpu.memory_counter_wait ds(0)", "rocdl.s.barrier", NULL },
    { "// fencepost: target=gfx942\n", "rocdl.s.waitcnt 49279", "rocdl.s.barrier", NULL },
    { "// fencepost: target=gfx906\n", RELEASE, "rocdl.s.barrier", ACQUIRE },
};

void put_lines(maker *m, const char *lines) {
    while (lines && *lines) {
        size_t length = strcspn(lines, "\n");
        indent(m);
        put(m, "%.*s\n", (int)length, lines);
        lines += length + (lines[length] == '\n');
    }
}

static const run_form *any_run(maker *m) {
    return m->runs && chance(m, 98) ? m->runs : &run_forms[below(m, sizeof run_forms / sizeof *run_forms)];
}

/* Mostly as the kernel writes it; now and then something of it is missing, twice there, or apart. */
void make_run(maker *m) {
    static const char *const between[] = { "rocdl.sched.barrier 0",
                                           "memref.store %val, %lds[%tid] : " SHARED_TILE,
                                           "%between = memref.load %lds[%other] : " SHARED_TILE,
                                           "rocdl.s.setprio 1",
                                           "",
                                           "rocdl.s.barrier.wait id = -1",
                                           "rocdl.s.barrier.signal id = 1",
                                           "// a comment",
                                           "rocdl.s.barrier",
                                           "gpu.barrier",
                                           "rocdl.s.wait.dscnt 1",
                                           "llvm.fence syncscope(\"wavefront\") acquire",
                                           "llvm.fence syncscope(\"workgroup\") acq_rel" };
    static const uint32_t between_count = sizeof between / sizeof *between;
    const run_form *form = any_run(m);
    uint32_t odd = chance(m, 10) ? 1 + below(m, 8) : 0;
    if (odd == 1) put_lines(m, any_run(m)->before);
    if (odd != 2) put_lines(m, form->before);
    if (odd == 3) put_lines(m, between[below(m, between_count)]);
    if (odd == 4 && form->barrier[0] == 'r' && strchr(form->barrier, '\n')) {
        put_lines(m, "rocdl.s.barrier.signal id = -1");
        for (uint32_t left = below(m, 3); left > 0; left--) put_lines(m, between[below(m, m->odd ? between_count : 5)]);
        if (chance(m, m->odd ? 80 : 97)) put_lines(m, "rocdl.s.barrier.wait id = -1");
    } else
        put_lines(m, form->barrier);
    if (odd == 5) put_lines(m, between[below(m, between_count)]);
    if (odd != 6) put_lines(m, form->behind);
    if (odd == 7) put_lines(m, any_run(m)->behind);
    if (odd == 8) put_lines(m, form->before);
}

void make_barrier(maker *m) {
    if (has(m, RUNS) && chance(m, 90)) {
        make_run(m);
        return;
    }
    static const char *const ops[] = {
        "gpu.barrier",
        "gpu.barrier",
        "gpu.barrier",
        "gpu.barrier",
        "amdgpu.lds_barrier",
        "nvvm.barrier0",
        "gpu.barrier memfence [" SHARED_SPACE "]",
        "gpu.barrier memfence [#gpu.address_space<global>]",
        "rocdl.s.barrier",
        "spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>",
        "gpu.barrier  // a comment",
        "gpu.barrier scope <subgroup>",
        "nvvm.bar.warp.sync %word : i32"
    };
    const char *op = ops[below(m, has(m, ODD_BARRIERS) ? sizeof ops / sizeof *ops : 6)];
    for (int times = chance(m, 10) ? 2 : 1; times > 0; times--) {
        indent(m);
        put(m, "%s\n", op);
    }
}

void put_copy(maker *m, const char *memory, const char *place) {
    if (m->copies->gives_token)
        begin_definition(m);
    else
        indent(m);
    put(m, m->copies->copy, chance(m, 80) ? "%tid" : any_place(m).text, memory, place);
    put(m, "\n");
}

void put_commit(maker *m) {
    if (!m->copies->commit) return;
    indent(m);
    put(m, "%s\n", m->copies->commit);
}

void put_wait(maker *m, uint32_t count) {
    indent(m);
    put(m, m->copies->wait, count);
    put(m, "\n");
}

void make_copying(maker *m) {
    switch (below(m, 6)) {
    case 0: put_commit(m); break;
    case 1: put_wait(m, 0); break;
    case 2: put_wait(m, below(m, 3)); break;
    default:
        put_copy(m, any(m, IS_TILE).text, any_place(m).text);
        if (chance(m, 70)) put_commit(m);
        break;
    }
}

void choose_forms(maker *m) {
    if (chance(m, 40)) m->features |= COPIES;
    if (has(m, COPIES)) m->copies = &copy_forms[below(m, sizeof copy_forms / sizeof *copy_forms)];
    if (chance(m, 40)) m->features |= RUNS;
    for (uint32_t tries = 0; has(m, RUNS) && tries < 8; tries++) {
        m->runs = &run_forms[below(m, sizeof run_forms / sizeof *run_forms)];
        if (!m->copies || strcmp(m->runs->target, m->copies->target) == 0) break;
    }
}
