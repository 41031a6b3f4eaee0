// Files, which all tasks share: the explorer chooses which task accesses them first.
//
// Each call that reads or changes files is a step, and all files together are one object. System
// files (programs, settings and devices) are left out: libraries read them in the middle of their
// own work.
#define _GNU_SOURCE
#include "explorer/system/held-output.h"
#include "explorer/bridge.h"
#include "explorer/redirections.h"
#include "explorer/system/pipes.h"
#include "recorder/chaos.h"
#include "explorer/system/standard-streams.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char all_files;

// UserDefaults are stored in files by code that has its own lock and is one step already.
static bool is_for_settings(void *frame)
{
    static const char settings[] = "$s10Foundation12UserDefaultsC";
    uintptr_t function = il_library_called_by_program(frame);
    Dl_info info;
    return function && dladdr((void *)function, &info) && info.dli_sname && strncmp(info.dli_sname, settings, sizeof settings - 1) == 0;
}

static void step(bool changes, void *frame)
{
    if (is_for_settings(frame)) return;
    il_ask((struct interleave_call){
        .kind = changes ? INTERLEAVE_CHANGE : INTERLEAVE_LOOK, .object = (uintptr_t)&all_files, .caller = il_program_caller(frame)});
}

static bool is_of_system(const char *path)
{
    static const char *const folders[] = {"/usr/", "/etc/", "/proc/", "/sys/", "/dev/", "/lib", "/bin/"};
    if (!path) return true;
    for (size_t index = 0; index < sizeof folders / sizeof folders[0]; index++) {
        if (strncmp(path, folders[index], strlen(folders[index])) == 0) return true;
    }
    return false;
}

// Open files that are not the system's.
enum { MOST = 1024 };
static bool is_open[MOST];
static bool is_ours(int descriptor) { return descriptor > STDERR_FILENO && descriptor < MOST && is_open[descriptor]; }

static int opened(int descriptor, const char *path)
{
    if (descriptor >= 0 && descriptor < MOST && il_self.controlled) is_open[descriptor] = !is_of_system(path);
    return descriptor;
}

static int open_in(int folder, const char *path, int how, mode_t mode, void *frame)
{
    if (il_controlled() && !is_of_system(path)) step((how & (O_CREAT | O_TRUNC)) != 0, frame);
    return opened(IL_REAL(openat)(folder, path, how, mode), path);
}

// The mode is there only if a file may be created.
static mode_t mode_in(va_list *more, int how) { return how & (O_CREAT | __O_TMPFILE) ? va_arg(*more, mode_t) : 0; }

static int files_open(const char *path, int how, ...)
{
    va_list more;
    va_start(more, how);
    mode_t mode = mode_in(&more, how);
    va_end(more);
    return open_in(AT_FDCWD, path, how, mode, __builtin_frame_address(0));
}

static int files_openat(int folder, const char *path, int how, ...)
{
    va_list more;
    va_start(more, how);
    mode_t mode = mode_in(&more, how);
    va_end(more);
    return open_in(folder, path, how, mode, __builtin_frame_address(0));
}

static int files_creat(const char *path, mode_t mode)
{
    if (il_controlled() && !is_of_system(path)) step(true, __builtin_frame_address(0));
    return opened(IL_REAL(creat)(path, mode), path);
}

static int files_mkstemp(char *pattern)
{
    if (il_controlled()) step(true, __builtin_frame_address(0));
    return opened(IL_REAL(mkstemp)(pattern), pattern);
}

static FILE *files_fopen(const char *path, const char *how)
{
    if (il_controlled() && !is_of_system(path)) step(how[0] != 'r', __builtin_frame_address(0));
    FILE *stream = IL_REAL(fopen)(path, how);
    if (stream) opened(fileno(stream), path);
    return stream;
}

#define FILES(type, name, changes, parameters, arguments, ...)                                    \
    static type files_##name parameters                                                           \
    {                                                                                             \
        if (il_controlled() && (__VA_ARGS__)) step(changes, __builtin_frame_address(0));          \
        return IL_REAL(name) arguments;                                                           \
    }
FILES(int, stat, false, (const char *path, struct stat *facts), (path, facts), !is_of_system(path))
FILES(int, lstat, false, (const char *path, struct stat *facts), (path, facts), !is_of_system(path))
FILES(int, access, false, (const char *path, int how), (path, how), !is_of_system(path))
FILES(DIR *, opendir, false, (const char *path), (path), !is_of_system(path))
FILES(ssize_t, readlink, false, (const char *path, char *text, size_t size), (path, text, size), !is_of_system(path))
FILES(int, rename, true, (const char *from, const char *to), (from, to), true)
FILES(int, renameat, true, (int from_folder, const char *from, int to_folder, const char *to), (from_folder, from, to_folder, to), true)
FILES(int, unlink, true, (const char *path), (path), true)
FILES(int, remove, true, (const char *path), (path), true)
FILES(int, rmdir, true, (const char *path), (path), true)
FILES(int, mkdir, true, (const char *path, mode_t mode), (path, mode), true)
FILES(int, link, true, (const char *from, const char *to), (from, to), true)
FILES(int, symlink, true, (const char *to, const char *path), (to, path), true)
FILES(int, chmod, true, (const char *path, mode_t mode), (path, mode), true)
FILES(int, truncate, true, (const char *path, off_t size), (path, size), true)
FILES(int, ftruncate, true, (int descriptor, off_t size), (descriptor, size), is_ours(descriptor))
FILES(ssize_t, pwrite, true, (int descriptor, const void *bytes, size_t size, off_t at), (descriptor, bytes, size, at), is_ours(descriptor))
FILES(ssize_t, pread, false, (int descriptor, void *bytes, size_t size, off_t at), (descriptor, bytes, size, at), is_ours(descriptor))

static ssize_t files_write(int descriptor, const void *bytes, size_t size)
{
    if (il_holds_output(descriptor, bytes, size)) return (ssize_t)size;
    if (il_print(descriptor, bytes, size, __builtin_frame_address(0))) return (ssize_t)size;
    if (il_is_pipe(descriptor)) return il_write_pipe(descriptor, bytes, size, __builtin_frame_address(0));
    if (il_controlled() && is_ours(descriptor)) step(true, __builtin_frame_address(0));
    IL_RELEASED(IL_ALL_DESCRIPTORS);
    return IL_REAL(write)(descriptor, bytes, size);
}

void il_read_file(int descriptor, void *frame)
{
    if (is_ours(descriptor)) step(false, frame);
}

#define ENTRY(name) {#name, files_##name}
const struct il_redirection il_files[] = {
    ENTRY(open), {"open64", files_open}, ENTRY(openat), {"openat64", files_openat}, ENTRY(creat), {"creat64", files_creat}, ENTRY(mkstemp),
    {"mkstemp64", files_mkstemp}, ENTRY(fopen), {"fopen64", files_fopen}, ENTRY(stat), ENTRY(lstat), ENTRY(access), ENTRY(opendir), ENTRY(readlink), ENTRY(rename), ENTRY(renameat),
    ENTRY(unlink), ENTRY(remove), ENTRY(rmdir), ENTRY(mkdir), ENTRY(link), ENTRY(symlink), ENTRY(chmod), ENTRY(truncate), ENTRY(ftruncate),
    ENTRY(write), ENTRY(pwrite), ENTRY(pread),
};
const size_t il_files_count = sizeof il_files / sizeof il_files[0];
