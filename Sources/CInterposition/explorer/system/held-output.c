// The output of explored tasks in a process with other threads, such as that of a test framework.
//
// While output is held, what explored tasks print does not reach the process's streams; all other threads print as usual. On request it is
// kept, up to a limit, for the report.
#define _GNU_SOURCE
#include "explorer/system/held-output.h"

#include "explorer/bridge.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 1 << 16 };

static bool is_held, is_kept;
static char kept[MOST];
static size_t kept_size;

static void keep(const char *bytes, size_t size)
{
    if (!is_kept) return;
    size_t part = size < MOST - kept_size ? size : MOST - kept_size;
    memcpy(kept + kept_size, bytes, part);
    kept_size += part;
}

bool il_holds_output(int descriptor, const void *bytes, size_t size)
{
    if (!is_held || !il_self.controlled || (descriptor != STDOUT_FILENO && descriptor != STDERR_FILENO)) return false;
    keep(bytes, size);
    return true;
}

static ssize_t put(void *descriptor, const char *bytes, size_t size)
{
    if (il_holds_output((int)(intptr_t)descriptor, bytes, size)) return (ssize_t)size;
    return IL_REAL(write)((int)(intptr_t)descriptor, bytes, size);
}

static FILE *stream_of(int descriptor)
{
    FILE *stream = fopencookie((void *)(intptr_t)descriptor, "w", (cookie_io_functions_t){.write = put});
    if (stream) setvbuf(stream, NULL, _IONBF, 0);
    return stream;
}

void interleave_hold_output(bool held)
{
    // (Other threads may be printing: these streams are never closed.)
    static FILE *out, *errors, *own_out, *own_errors;
    if (!own_out) own_out = stream_of(STDOUT_FILENO);
    if (!own_errors) own_errors = stream_of(STDERR_FILENO);
    if (!own_out || !own_errors || held == is_held) return;
    if (held) {
        out = stdout;
        errors = stderr;
        fflush(out);
    }
    stdout = held ? own_out : out;
    stderr = held ? own_errors : errors;
    is_held = held;
}

void interleave_keep_output(bool wanted)
{
    is_kept = wanted;
    if (wanted) kept_size = 0;
}

const char *interleave_kept_output(size_t *size)
{
    *size = kept_size;
    return kept;
}

void interleave_put_mark(const char *bytes, size_t size)
{
    if (is_held) keep(bytes, size);
    else if (IL_REAL(write)(STDERR_FILENO, bytes, size) < 0) return;
}
