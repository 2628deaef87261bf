#include "transport/transport.h"
#include <uv.h>

const char *fp_transport_library(void) { return uv_version_string(); }
