/* print_head.c - what stands around a program's statements: constants, objects, loops that are mapped to threads. */
#include "print.h"

void print_values(printer *t) {
    static const int constants[] = { 0, 1, 2, 3, 4, 5, 7, 8, 16, 24, 20, 32, 54, 58, 64, 70, 128, 256, 512, 2048 };
    char text[200];
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        snprintf(text, sizeof text, "%%c%d = arith.constant %d : index", constants[i], constants[i]);
        print_line(t, text);
    }
    snprintf(text, sizeof text, "%%last = arith.constant %d : index", t->p->threads - 1);
    print_line(t, text);
    print_line(t, "%true = arith.constant true");
    print_line(t, "%false = arith.constant false");
    if (t->p->family != FAMILY_FORALL) print_line(t, "%tid = gpu.thread_id x");
    print_line(t, "%word = arith.index_cast %tid : index to i32"); /* every thread stores a value of its own */
    print_line(t, "%val = arith.sitofp %word : i32 to f32");
    print_line(t, "%vec = vector.broadcast %val : f32 to vector<4xf32>");
}

/* The kernel's body as iterations: threads in rows of two or three dimensions, or waves and their lanes. */
void print_forall(printer *t) {
    int threads = t->p->threads, wave = t->p->on.wave, form = t->p->variant % 3;
    char text[200];
    if (form == 0)
        snprintf(text, sizeof text, "scf.forall (%%row, %%column) in (%d, 8) {", threads / 8);
    else if (form == 1)
        snprintf(text, sizeof text, "scf.forall (%%plane, %%row, %%column) in (%d, 4, 4) {", threads / 16);
    else
        snprintf(text, sizeof text, "scf.forall (%%row) in (%d) {", threads / wave);
    print_line(t, text);
    if (form == 2) {
        snprintf(text, sizeof text, "scf.forall (%%column) in (%d) {", wave);
        print_line(t, text);
    }
    snprintf(text, sizeof text, "%%width = arith.constant %d : index", form == 0 ? 8 : form == 1 ? 4 : wave);
    print_line(t, text);
    if (form == 1) {
        print_line(t, "%height = arith.muli %plane, %width : index");
        print_line(t, "%place = arith.addi %height, %row : index");
    }
    print_line(t,
               form == 1 ? "%start = arith.muli %place, %width : index" : "%start = arith.muli %row, %width : index");
    print_line(t, "%tid = arith.addi %start, %column : index");
}

void print_forall_end(printer *t) {
    static const char *const ends[] = { "} {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}",
                                        "} {mapping = [#gpu.thread<linear_dim_2>, #gpu.thread<linear_dim_1>, "
                                        "#gpu.thread<linear_dim_0>]}",
                                        "} {mapping = [#gpu.warp<linear_dim_0>]}" };
    if (t->p->variant % 3 == 2) print_line(t, "} {mapping = [#iree_gpu.lane_id<0>]}");
    print_line(t, ends[t->p->variant % 3]);
}

/* What only one family needs. */
void print_head(printer *t) {
    static const char *const group_values[] = { "%id1 = arith.constant 1 : i32",
                                                "%id2 = arith.constant 2 : i32",
                                                "%id3 = arith.constant 3 : i32",
                                                "%id4 = arith.constant 4 : i32",
                                                "%members = arith.constant 64 : i32",
                                                "%everybody = arith.constant 128 : i32",
                                                NULL };
    static const char *const named_by_pointer[] = { "%bar1 = llvm.mlir.addressof @bar1 : !llvm.ptr<15>",
                                                    "%bar2 = llvm.mlir.addressof @bar2 : !llvm.ptr<15>",
                                                    "rocdl.s.barrier.init %bar1 member_cnt = 2 : !llvm.ptr<15>",
                                                    "rocdl.s.barrier.init %bar2 member_cnt = 2 : !llvm.ptr<15>",
                                                    "rocdl.s.barrier.signal id = -1",
                                                    "rocdl.s.barrier.wait id = -1",
                                                    NULL };
    static const char *const named_by_value[] = {
        "%two = arith.constant 2 : i32",
        "%four = arith.constant 4 : i32",
        "%named1 = gpu.initialize_named_barrier %two : i32 -> !gpu.named_barrier",
        "%named2 = gpu.initialize_named_barrier %two : i32 -> !gpu.named_barrier",
        "%named3 = gpu.initialize_named_barrier %four : i32 -> !gpu.named_barrier",
        "gpu.barrier",
        NULL
    };
    static const char *const places[] = { "%m0 = nvgpu.mbarrier.create -> !bar",
                                          "%first = arith.cmpi eq, %tid, %c0 : index",
                                          "nvgpu.mbarrier.init %m0[%c0], %c1, predicate = %first : !bar",
                                          "nvgpu.mbarrier.init %m0[%c1], %c1, predicate = %first : !bar",
                                          "gpu.barrier",
                                          NULL };
    static const char *const ring[] = { "%m0 = nvgpu.mbarrier.create -> !bar",
                                        "%first = arith.cmpi eq, %tid, %c0 : index",
                                        "nvgpu.mbarrier.init %m0[%c0], %c1, predicate = %first : !bar",
                                        "nvgpu.mbarrier.init %m0[%c1], %c1, predicate = %first : !bar",
                                        "nvgpu.mbarrier.init %m0[%c2], %c1, predicate = %first : !bar",
                                        "gpu.barrier",
                                        NULL };
    static const char *const objects[] = { "%m0 = nvgpu.mbarrier.create -> !bar",
                                           "%m1 = nvgpu.mbarrier.create -> !bar",
                                           "%first = arith.cmpi eq, %tid, %c0 : index",
                                           "nvgpu.mbarrier.init %m0[%c0], %c1, predicate = %first : !bar",
                                           "nvgpu.mbarrier.init %m1[%c0], %c1, predicate = %first : !bar",
                                           "gpu.barrier",
                                           NULL };
    static const char *const by_wave[] = { "%wave = arith.divui %tid, %width : index",
                                           "%base = arith.muli %wave, %width : index", NULL };
    const char *const *lines = NULL;
    if (t->p->family == FAMILY_GROUPS) lines = group_values;
    if (t->p->family == FAMILY_NAMED && t->p->variant == 1) lines = named_by_pointer;
    if (t->p->family == FAMILY_NAMED && t->p->variant == 2) lines = named_by_value;
    if (t->p->family == FAMILY_OBJECTS) lines = t->p->variant ? places : objects;
    if (t->p->family == FAMILY_SLOTS) lines = ring;
    if (t->p->family == FAMILY_LDS_DMA || t->p->family == FAMILY_PACKED || t->p->family == FAMILY_DEEP) {
        char text[80];
        snprintf(text, sizeof text, "%%width = arith.constant %d : index", t->p->on.wave);
        print_line(t, text);
        lines = by_wave;
    }
    for (; lines && *lines; lines++) print_line(t, *lines);
}
