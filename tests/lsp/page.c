/* page.c - the method table between the marks of docs/lsp.md.
 *
 *     lsp_page FILE            writes it
 *     lsp_page --check FILE    status 1 when it is not what would be written */
#include "lsp/lsp_server.h"
#include "output/out.h"
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    bool check = argc == 3 && strcmp(argv[1], "--check") == 0;
    struct fp_out old = { 0 }, page = { 0 };
    const char *path = argv[argc - 1];
    char buffer[4096];
    size_t count;
    FILE *file = argc > 1 ? fopen(path, "rb") : NULL;
    if (!file) return 2;
    while ((count = fread(buffer, 1, sizeof buffer, file)) > 0) fp_out_bytes(&old, (fp_str){ buffer, count });
    fclose(file);
    fp_out_bytes(&old, (fp_str){ "", 1 });
    const char *begin = strstr(old.data, "<!-- methods"), *end = strstr(old.data, "<!-- end -->");
    begin = begin ? strchr(begin, '\n') : NULL;
    if (!begin || !end || begin > end) {
        printf("%s: the marks are missing\n", path);
        return 2;
    }
    fp_out_bytes(&page, (fp_str){ old.data, (size_t)(begin + 1 - old.data) });
    fp_lsp_describe(&page);
    fp_out_text(&page, end);
    bool same = page.len + 1 == old.len && memcmp(page.data, old.data, page.len) == 0;
    if (!same && check) printf("%s is not what the method table says: build update-goldens\n", path);
    if (!same && !check) {
        file = fopen(path, "wb");
        if (!file || fwrite(page.data, 1, page.len, file) != page.len || fclose(file) != 0) return 2;
    }
    fp_out_drop(&old);
    fp_out_drop(&page);
    return check && !same;
}
