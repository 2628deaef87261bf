/* enum_names.h - names for people of what the analysis counts in enumerations: used by dump and explain. Those of
 * hazards and overlaps, which reports show too, are in fencepost.h. */
#ifndef FP_ENUM_NAMES_H
#define FP_ENUM_NAMES_H
#include "check/hazard.h"

fp_str fp_words_access_kind(fp_access_kind kind); /* "read" */
fp_sentence fp_cause_word(fp_cause cause);        /* "no barrier between" */
#endif
