// Pipes with both ends in this process, while tasks are explored.
//
// The bytes lie in a real kernel pipe. The explorer decides whether a read or a write has to wait,
// so neither ever blocks in the kernel. A read waits until there are bytes or no write end is left,
// a write until there is space. Other uses of the descriptors (`poll`, streams of the C library,
// handlers for available data) are still refused by name.
#define _GNU_SOURCE
#include "explorer/system/pipes.h"

#include "explorer/bridge.h"
#include "explorer/redirections.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { MOST_DESCRIPTORS = 1024, MOST_PIPES = 256, CAPACITY = 65536 };

struct pipe {
    int readers, writers;
};
static struct pipe pipes[MOST_PIPES];
static int pipe_count;
// The pipe of a descriptor, counted from 1; negative: its write end; 0: none.
static short ends[MOST_DESCRIPTORS];

static short end_at(int descriptor) { return descriptor >= 0 && descriptor < MOST_DESCRIPTORS ? ends[descriptor] : 0; }
static int number_at(int descriptor) { return (end_at(descriptor) < 0 ? -end_at(descriptor) : end_at(descriptor)) - 1; }

bool il_is_pipe(int descriptor) { return end_at(descriptor) != 0 && il_controlled(); }

static int64_t ask(uint32_t kind, int number, uint64_t value, uintptr_t caller)
{
    return il_ask((struct interleave_call){
        .kind = kind, .object = (uintptr_t)&pipes[number], .value = value, .caller = caller,
        .other = (uintptr_t)pipes[number].writers << 32 | (uintptr_t)pipes[number].readers});
}

// Tells the explorer how much a pipe holds now.
static void tell_level(int descriptor)
{
    int level = 0;
    ioctl(descriptor, FIONREAD, &level);
    ask(INTERLEAVE_PIPE_LEVEL, number_at(descriptor), (uint64_t)level, 0);
}

static bool waits(int descriptor) { return !(fcntl(descriptor, F_GETFL) & O_NONBLOCK); }

ssize_t il_read_pipe(int descriptor, void *bytes, size_t size, void *frame)
{
    uintptr_t caller = il_program_caller(frame);
    if (end_at(descriptor) > 0 && size > 0) {
        ask(waits(descriptor) ? INTERLEAVE_PIPE_READ : INTERLEAVE_PIPE_TOUCHED, number_at(descriptor), 0, caller);
    }
    ssize_t count = IL_REAL(read)(descriptor, bytes, size);
    int error = errno;
    tell_level(descriptor);
    errno = error;
    return count;
}

ssize_t il_write_pipe(int descriptor, const void *bytes, size_t size, void *frame)
{
    uintptr_t caller = il_program_caller(frame);
    int number = number_at(descriptor);
    size_t done = 0;
    bool may_wait = waits(descriptor);
    while (done < size && end_at(descriptor) < 0) {
        int64_t room = ask(may_wait ? INTERLEAVE_PIPE_WRITE : INTERLEAVE_PIPE_TOUCHED, number, size - done, caller);
        if (pipes[number].readers == 0) il_refuse("a write to a pipe without a read end", caller);
        size_t part = may_wait && (uint64_t)room < size - done ? (size_t)room : size - done;
        ssize_t count = IL_REAL(write)(descriptor, (const char *)bytes + done, part);
        tell_level(descriptor);
        if (count < 0) return done ? (ssize_t)done : count;
        done += (size_t)count;
        if (!may_wait) break;
    }
    return end_at(descriptor) < 0 ? (ssize_t)done : IL_REAL(write)(descriptor, bytes, size);
}

static void count_end(short end, int by)
{
    if (end > 0) pipes[end - 1].readers += by;
    else pipes[-end - 1].writers += by;
}

void il_close_pipe(int descriptor, void *frame)
{
    short end = end_at(descriptor);
    if (!end) return;
    if (!il_controlled()) {
        ends[descriptor] = 0;
        return;
    }
    // Closing the last write end decides what a reader gets.
    ask(INTERLEAVE_PIPE_TOUCHED, number_at(descriptor), 0, il_program_caller(frame));
    ends[descriptor] = 0;
    count_end(end, -1);
    ask(INTERLEAVE_PIPE_ENDS, (end < 0 ? -end : end) - 1, 0, 0);
}

static int make_pipe(int both[2], int how)
{
    int error = IL_REAL(pipe2)(both, how);
    if (error || !il_controlled()) return error;
    if (pipe_count == MOST_PIPES || both[0] >= MOST_DESCRIPTORS || both[1] >= MOST_DESCRIPTORS) il_refuse("more pipes than the explorer supports", 0);
    int number = pipe_count++;
    pipes[number] = (struct pipe){1, 1};
    ends[both[0]] = (short)(number + 1);
    ends[both[1]] = (short)-(number + 1);
    ask(INTERLEAVE_PIPE_CREATED, number, 0, 0);
    return 0;
}

static int pipes_pipe(int both[2]) { return make_pipe(both, 0); }
static int pipes_pipe2(int both[2], int how) { return make_pipe(both, how); }

// Another descriptor for an end.
static int duplicated(int descriptor, int copy)
{
    if (copy < 0 || !il_is_pipe(descriptor)) return copy;
    if (copy >= MOST_DESCRIPTORS) il_refuse("more pipes than the explorer supports", 0);
    ends[copy] = ends[descriptor];
    count_end(ends[copy], 1);
    ask(INTERLEAVE_PIPE_ENDS, number_at(copy), 0, 0);
    return copy;
}

static int pipes_dup(int descriptor) { return duplicated(descriptor, IL_REAL(dup)(descriptor)); }

void interleave_renew_pipes(void)
{
    for (int descriptor = 0; pipe_count > 0 && descriptor < MOST_DESCRIPTORS; descriptor++) {
        if (!ends[descriptor]) continue;
        ends[descriptor] = 0;
        IL_REAL(close)(descriptor);
    }
    pipe_count = 0;
}

#define ENTRY(name) {#name, pipes_##name}
const struct il_redirection il_pipes[] = {ENTRY(pipe), ENTRY(pipe2), ENTRY(dup)};
const size_t il_pipes_count = sizeof il_pipes / sizeof il_pipes[0];
