const char *fp_arena_free(void *memory);
