#include "base/arena.h"
#include "check/hazard.h"
