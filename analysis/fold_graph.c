#include "fold_parts.h"
void fp_graph_combine(struct fp_fold *fold, fp_node *node) { (void)fold; (void)node; }
