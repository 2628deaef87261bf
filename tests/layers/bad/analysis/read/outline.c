#include "scanner_tokens.h"
#include <cjson/cJSON.h>
