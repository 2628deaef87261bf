#include "op_info.h"
