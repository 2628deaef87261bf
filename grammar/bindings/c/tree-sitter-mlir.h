/* tree-sitter-mlir.h - the grammar as a tree-sitter language: ts_parser_set_language(parser, tree_sitter_mlir()). */
#ifndef TREE_SITTER_MLIR_H
#define TREE_SITTER_MLIR_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TSLanguage TSLanguage;

const TSLanguage *tree_sitter_mlir(void);

#ifdef __cplusplus
}
#endif

#endif
