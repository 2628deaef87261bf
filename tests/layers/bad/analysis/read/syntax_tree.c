#include <tree_sitter/api.h>
#include <cjson/cJSON.h>
