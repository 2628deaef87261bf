#include "base/arena.h"
#include "hazard.h"
