#include "base/arena.h"
#include "hazard.h"
#include <uv.h>
#include <cjson/cJSON.h>
#include <time.h>
