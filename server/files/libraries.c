#include "files/libraries.h"
#include "base/memory.h"
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <uv.h>

void fp_libraries_setup(void) {
    uv_replace_allocator(fp_memory_raw, fp_memory_resized, fp_memory_zeroed, free);
    cJSON_Hooks hooks = { fp_memory_raw, free };
    cJSON_InitHooks(&hooks);
}
