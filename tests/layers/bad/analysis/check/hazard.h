#include "facts/op_table.h"
