#include "views/enum_names.h"
#include "base/str.h"

fp_str fp_hazard_kind_name(fp_hazard_kind kind) {
    switch (kind) {
    case FP_HAZARD_RAW: return FP_STR("RAW");
    case FP_HAZARD_WAR: return FP_STR("WAR");
    case FP_HAZARD_WAW: return FP_STR("WAW");
    }
    return FP_STR("?");
}

fp_str fp_overlap_name(fp_overlap overlap) {
    switch (overlap) {
    case FP_OVERLAP_DISJOINT: return FP_STR("disjoint");
    case FP_OVERLAP_SAME_THREAD: return FP_STR("same_thread");
    case FP_OVERLAP_SAME_WAVE: return FP_STR("same_wave");
    case FP_OVERLAP_UNKNOWN: return FP_STR("unknown");
    case FP_OVERLAP_CROSS_THREAD: return FP_STR("cross_thread");
    }
    return FP_STR("?");
}

fp_str fp_words_access_kind(fp_access_kind kind) {
    switch (kind) {
    case FP_ACCESS_READ: return FP_STR("read");
    case FP_ACCESS_WRITE: return FP_STR("write");
    case FP_ACCESS_ATOMIC: return FP_STR("atomic");
    }
    return FP_STR("?");
}

fp_sentence fp_cause_word(fp_cause cause) {
    switch (cause) {
    case FP_CAUSE_BARRIER: return FP_WORD_REASON_NO_BARRIER;
    case FP_CAUSE_FENCE: return FP_WORD_REASON_NOT_LANDED;
    case FP_CAUSE_ASYNC: return FP_WORD_REASON_IN_FLIGHT;
    }
    return FP_WORD_REASON_NO_BARRIER;
}
