/* print_assembly.c - accesses of shared globals, by pointers, by integers, and in inline assembly. */
#include "print.h"

void print_shared_globals(printer *t) {
    char text[120];
    for (int i = 0; i < t->p->buffers; i++) {
        snprintf(text, sizeof text, "llvm.mlir.global internal @s%d() {addr_space = 3 : i32} : !llvm.array<512 x f32>",
                 i);
        print_line(t, text);
    }
}

void print_shared_addresses(printer *t) {
    char text[120];
    for (int i = 0; i < t->p->buffers; i++) {
        snprintf(text, sizeof text, "%%b%d = llvm.mlir.addressof @s%d : !llvm.ptr<3>", i, i);
        print_line(t, text);
        snprintf(text, sizeof text, "%%a%d = llvm.ptrtoint %%b%d : !llvm.ptr<3> to i32", i, i);
        print_line(t, text);
    }
    print_line(t, "%four = arith.constant 4 : i32");
}

/* The address as a value: of a pointer, of an integer; `type`: its type. */
static const char *print_address(printer *t, const node *n, spelling how, const char *index, char *name, size_t size) {
    char text[200];
    int id = t->temporary++;
    snprintf(text, sizeof text, "%%h%d = arith.index_cast %s : index to i32", id, index);
    print_line(t, text);
    if (how == BY_POINTER || how == ASSEMBLY_BY_POINTER || how == ASSEMBLY_WITHIN) {
        snprintf(text, sizeof text,
                 "%%y%d = llvm.getelementptr %%b%d[%%h%d] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32", id, n->buffer,
                 id);
        print_line(t, text);
        snprintf(name, size, "%%y%d", id);
        if (how != ASSEMBLY_WITHIN) return "!llvm.ptr<3>";
        snprintf(text, sizeof text, "%%g%d = llvm.addrspacecast %%y%d : !llvm.ptr<3> to !llvm.ptr", id, id);
        print_line(t, text);
        snprintf(name, size, "%%g%d", id);
        return "!llvm.ptr";
    }
    snprintf(text, sizeof text, "%%o%d = arith.muli %%h%d, %%four : i32", id, id);
    print_line(t, text);
    snprintf(text, sizeof text, "%%s%d = arith.addi %%a%d, %%o%d : i32", id, n->buffer, id);
    print_line(t, text);
    snprintf(name, size, "%%s%d", id);
    if (how == ASSEMBLY_BY_INTEGER) return "i32";
    snprintf(text, sizeof text, "%%y%d = llvm.inttoptr %%s%d : i32 to !llvm.ptr<3>", id, id);
    print_line(t, text);
    snprintf(name, size, "%%y%d", id);
    return "!llvm.ptr<3>";
}

static void print_pointer_access(printer *t, node *n, const char *at, char *text, size_t size) {
    int id = t->temporary++;
    const char *width = n->form == AT_VECTOR ? "vector<4xf32>" : "f32", *value = n->form == AT_VECTOR ? "%vec" : "%val";
    switch (n->access) {
    case ACCESS_READ: snprintf(text, size, "%%v%d = llvm.load %s : !llvm.ptr<3> -> %s", id, at, width); return;
    case ACCESS_WRITE: snprintf(text, size, "llvm.store %s, %s : %s, !llvm.ptr<3>", value, at, width); return;
    case ACCESS_ATOMIC:
        snprintf(text, size, "%%v%d = llvm.atomicrmw fadd %s, %%val monotonic : !llvm.ptr<3>, f32", id, at);
        return;
    }
}

#define ASSEMBLY "llvm.inline_asm has_side_effects "
static void print_text_access(printer *t, node *n, const char *at, const char *type, char *text, size_t size) {
    int id = t->temporary++;
    bool wide = n->form == AT_VECTOR;
    switch (n->access) {
    case ACCESS_READ:
        if (wide)
            snprintf(text, size,
                     "%%v%d = " ASSEMBLY "\"ld.shared.v4.f32 {$0, $1, $2, $3}, [$4];\", \"=f,=f,=f,=f,r\" %s : (%s) -> "
                     "!llvm.struct<(f32, f32, f32, f32)>",
                     id, at, type);
        else
            snprintf(text, size, "%%v%d = " ASSEMBLY "\"ld.shared.f32 $0, [$1];\", \"=f,r\" %s : (%s) -> f32", id, at,
                     type);
        return;
    case ACCESS_WRITE:
        snprintf(text, size, ASSEMBLY "\"st.shared%s [$0], %s;\", \"r,f\" %s, %%val : (%s, f32) -> ()",
                 wide ? ".v4.f32" : ".f32", wide ? "{$1, $1, $1, $1}" : "$1", at, type);
        return;
    case ACCESS_ATOMIC:
        snprintf(text, size,
                 "%%v%d = " ASSEMBLY "\"atom.shared.add.f32 $0, [$1], $2;\", \"=f,r,f\" %s, %%val : (%s, f32) -> f32",
                 id, at, type);
        return;
    }
}

/* The address is made inside of the text: nobody knows it. */
static void print_text_within(printer *t, node *n, const char *at, char *text, size_t size) {
    int id = t->temporary++;
    if (n->access == ACCESS_READ)
        snprintf(text, size,
                 "%%v%d = " ASSEMBLY "\"{ .reg .u64 a; cvta.to.shared.u64 a, $1; ld.shared.f32 $0, [a]; }\", \"=f,l\" "
                 "%s : (!llvm.ptr) -> f32",
                 id, at);
    else
        snprintf(text, size,
                 ASSEMBLY "\"{ .reg .u64 a; cvta.to.shared.u64 a, $0; st.shared.f32 [a], $1; }\", \"l,f\" %s, %%val : "
                          "(!llvm.ptr, f32) -> ()",
                 at);
}

void print_assembly(printer *t, node *n, const char *index) {
    char text[400], address[32];
    spelling how = (spelling)n->spelling;
    const char *type = print_address(t, n, how, index, address, sizeof address);
    if (how == BY_POINTER || how == BY_CAST)
        print_pointer_access(t, n, address, text, sizeof text);
    else if (how == ASSEMBLY_WITHIN)
        print_text_within(t, n, address, text, sizeof text);
    else
        print_text_access(t, n, address, type, text, sizeof text);
    n->line = print_line(t, text);
}
