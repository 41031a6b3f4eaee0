// The preloaded form: a tracer names a file in the environment, and the recording begins before the program's first line.
//
// The first process that has libdispatch at all claims the file (a shell that only starts the real program has not), and takes
// the tracer's words out of its environment, so that the programs which it starts itself run as they always do. Only if all programs are
// to be recorded do the words stay. (What the process becomes is recorded in any case: recorder/following.c.)
#define _GNU_SOURCE
#include "program/modules.h"
#include "recorder/following.h"
#include "recorder/recording.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CProcess.h"
#include "kernel-waits.h"
#include "include/CInterposition.h"

static bool claimed;

static void leave_the_environment(void)
{
    unsetenv("INTERLEAVE_TRACE");
    unsetenv("INTERLEAVE_BUFFER");
    unsetenv("INTERLEAVE_THREADS");
    unsetenv("INTERLEAVE_CONTROL");
    unsetenv("INTERLEAVE_LEFT_OUT");
    unsetenv("INTERLEAVE_QUEUES");
    const char *libraries = getenv("LD_PRELOAD");
    char *kept = libraries ? calloc(1, strlen(libraries) + 1) : NULL;
    if (!kept) return;
    for (const char *from = libraries; *from;) {
        size_t length = strcspn(from, ": ");
        char entry[length + 1];
        memcpy(entry, from, length);
        entry[length] = 0;
        if (length && !strstr(entry, "libInterleavePreload.so")) {
            if (*kept) strcat(kept, ":");
            strcat(kept, entry);
        }
        from += length + (from[length] != 0);
    }
    if (*kept) setenv("LD_PRELOAD", kept, 1);
    else unsetenv("LD_PRELOAD");
    free(kept);
}

__attribute__((constructor)) static void start_if_asked(void)
{
    const char *path = getenv("INTERLEAVE_TRACE");
    const char *libraries = getenv("LD_PRELOAD");
    if (!path || !libraries || !strstr(libraries, "libInterleavePreload.so")) return;
    if (!getenv("INTERLEAVE_THREADS") && !il_process_uses_concurrency()) return;
    const char *size = getenv("INTERLEAVE_BUFFER");
    uint64_t bytes = size ? strtoull(size, NULL, 10) : 64ull << 20;
    bool is_for_all = getenv("INTERLEAVE_CHILDREN") != NULL;
    char self[PATH_MAX] = "";
    if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) self[0] = 0;
    // (The checks of an exercise look at the attempt again and again, and wait a moment between two looks.)
    il_records_kernel_waits = !getenv("INTERLEAVE_REPORT");
    if (il_loads_thread_sanitizer()) {
        il_tell_tracer("sanitizer", self);
    } else {
        il_choose(getenv("INTERLEAVE_LEFT_OUT"), getenv("INTERLEAVE_QUEUES"));
        int error = il_claim(path, bytes, is_for_all);
        claimed = error == 0;
        if (error == EEXIST) il_tell_tracer("started", self);
        const char *control = getenv("INTERLEAVE_CONTROL");
        if (claimed && control) il_take_orders(strcmp(control, "stopped") == 0);
    }
    il_keep_words(claimed);
    // An attempt at an exercise is confined here, before any line of its own can run.
    const char *report = getenv("INTERLEAVE_REPORT"), *folder = getenv("TMPDIR");
    if (report && folder) interleave_confine_attempt(folder, report);
    unsetenv("INTERLEAVE_REPORT");
    unsetenv("INTERLEAVE_AGAIN");
    if (!is_for_all) leave_the_environment();
}

__attribute__((destructor)) static void stop_at_exit(void)
{
    if (claimed) interleave_stop();
}
