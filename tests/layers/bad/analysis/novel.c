#include "hazard.h"
