/* print.h - a program as MLIR text, for the files that print parts of it. */
#ifndef ORACLE_PRINT_H
#define ORACLE_PRINT_H
#include "program.h"

#define WORKGROUP "#gpu.address_space<workgroup>"
#define TYPE_OF_BUFFER "memref<512xf32, " WORKGROUP ">"
#define TYPE_OF_TILE "memref<128xf32, strided<[1], offset: ?>, " WORKGROUP ">"

typedef struct {
    program *p;
    FILE *out;
    int line, depth, temporary;
    bool generic; /* inside of a function whose parameters name no space */
} printer;

/* print_place.c. `name` is filled with the value that the lines printed before define. */
int print_line(printer *t, const char *text); /* its number */
bool copies_by_wave(const node *n);
void print_slot(printer *t, const node *n, char *name, size_t size);
void print_index(printer *t, const node *n, char *name, size_t size);
void print_condition(printer *t, const node *n, char *name, size_t size);

/* print_assembly.c */
void print_shared_globals(printer *t);
void print_shared_addresses(printer *t);
void print_assembly(printer *t, node *n, const char *index);

/* print_head.c: what stands around the statements. */
void print_values(printer *t);
void print_forall(printer *t);
void print_forall_end(printer *t);
void print_head(printer *t);
#endif
