#  include   "../analysis/hazard.h" /* why */
#include "missing.h"
#include <tree_sitter/api.h>
