#  include   "../analysis/check/hazard.h" /* why */
#include "hazard.h"
#include <tree_sitter/api.h>
