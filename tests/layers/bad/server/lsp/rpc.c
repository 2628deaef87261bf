#include "base/arena.h"
#include "check/hazard.h"
#include <uv.h>
#include <cjson/cJSON.h>
#include <time.h>
