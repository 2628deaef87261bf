/* read_file.h - the whole of a file, ended by a NUL behind its length; a program that cannot have it ends with status
 * 2. The caller frees `data`. */
#ifndef FP_BENCH_READ_FILE_H
#define FP_BENCH_READ_FILE_H
#include "fencepost.h"
#include <stdio.h>
#include <stdlib.h>

static fp_str read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        exit(2);
    }
    size_t len = (size_t)ftell(file);
    char *data = malloc(len + 1);
    rewind(file);
    if (!data || fread(data, 1, len, file) != len) {
        perror(path);
        exit(2);
    }
    fclose(file);
    data[len] = '\0';
    return (fp_str){ data, len };
}
#endif
