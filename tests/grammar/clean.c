/* clean.c FILE.. - well-formed files give trees without a damaged node. */
#include "tree.h"
#include <stdio.h>

int main(int argc, char **argv) {
    file_list files = files_from(argc, argv, 1);
    TSParser *parser = parser_new();
    unsigned damaged = 0;
    double bytes = 0;
    for (uint32_t i = 0; i < files.count; i++) {
        text t = text_read(files.names[i]);
        TSTree *tree = parse(parser, NULL, t);
        TSNode first;
        uint32_t count = count_damage(tree, &first);
        if (count > 0) {
            TSPoint at = ts_node_start_point(first);
            printf("%s:%u:%u: %s, and %u more\n", files.names[i], at.row + 1, at.column + 1, ts_node_type(first),
                   count - 1);
            damaged++;
        }
        bytes += t.len;
        ts_tree_delete(tree);
        text_drop(t);
    }
    printf("%u files, %.1f MB: %u with damaged nodes\n", files.count, bytes / 1e6, damaged);
    ts_parser_delete(parser);
    bool empty = files.count == 0;
    files_drop(files);
    return damaged > 0 || empty;
}
