#include "walk.h"
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_ROOM = 1024, DEPTH_MAX = 8 };

static bool is_folder(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static void walk(const char *path, uint32_t depth, void (*visit)(const char *path)) {
    DIR *folder = depth < DEPTH_MAX ? opendir(path) : NULL;
    char inside[PATH_ROOM];
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        size_t len = strlen(entry->d_name);
        if (entry->d_name[0] == '.' || snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name) >= PATH_ROOM)
            continue;
        if (is_folder(inside))
            walk(inside, depth + 1, visit);
        else if (len > 5 && strcmp(entry->d_name + len - 5, ".mlir") == 0)
            visit(inside);
    }
    if (folder) closedir(folder);
}

bool walk_files(const char *path, void (*visit)(const char *path)) {
    struct stat about;
    if (stat(path, &about) != 0) return false;
    if (S_ISDIR(about.st_mode))
        walk(path, 0, visit);
    else
        visit(path);
    return true;
}
