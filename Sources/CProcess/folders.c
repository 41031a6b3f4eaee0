// Removes a folder from within a signal handler: uses system calls only.
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "include/CProcess.h"

// The kernel's directory entry.
struct entry {
    uint64_t node;
    int64_t next;
    uint16_t size;
    uint8_t kind;
    char name[];
};

// The folders to be removed are not deep: deeper ones are kept.
static void empty(int folder, int depth)
{
    _Alignas(struct entry) char bytes[4096];
    bool removed = true;
    // Removing entries while reading may hide later ones. So the folder is read until nothing more
    // is removed.
    while (removed) {
        removed = false;
        lseek(folder, 0, SEEK_SET);
        long count;
        while ((count = syscall(SYS_getdents64, folder, bytes, sizeof bytes)) > 0) {
            for (long at = 0; at < count;) {
                struct entry *entry = (struct entry *)(bytes + at);
                at += entry->size;
                if (strcmp(entry->name, ".") == 0 || strcmp(entry->name, "..") == 0) continue;
                if (unlinkat(folder, entry->name, 0) == 0) {
                    removed = true;
                    continue;
                }
                int below = depth > 0 ? openat(folder, entry->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
                if (below < 0) continue;
                empty(below, depth - 1);
                close(below);
                if (unlinkat(folder, entry->name, AT_REMOVEDIR) == 0) removed = true;
            }
        }
    }
}

void interleave_remove_folder(const char *path)
{
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) return;
    empty(folder, 8);
    close(folder);
    rmdir(path);
}
