#include "check/hazard.h"
