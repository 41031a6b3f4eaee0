// A recording: its file is created, described, and finally trimmed.
#define _GNU_SOURCE
#include "recorder/recording.h"

#include "include/CInterposition.h"
#include "recorder/operation-table.h"
#include "recorder/ring-state.h"
#include "recorder/swift-tasks.h"
#include "symbols/operations.h"
#include "symbols/queues.h"
#include "symbols/work-items.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool kernel_trusts_the_counter(void)
{
#if defined(__aarch64__)
    return true;
#else
    char name[16] = "";
    int file = open("/sys/devices/system/clocksource/clocksource0/current_clocksource", O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    ssize_t length = read(file, name, sizeof name - 1);
    close(file);
    return length >= 3 && memcmp(name, "tsc", 3) == 0;
#endif
}

// Ticks per second from two readings 200 µs apart: only for runs too short to compare the clocks at
// their ends.
static uint64_t estimated_rate(void)
{
    if (!il_tsc) return 1000000000u;
    uint64_t from_ticks = il_now(), from = il_nanoseconds(CLOCK_MONOTONIC), to;
    do to = il_nanoseconds(CLOCK_MONOTONIC);
    while (to - from < 200000);
    return (uint64_t)((double)(il_now() - from_ticks) * 1e9 / (double)(to - from));
}

static void after_fork_in_child(void)
{
    // The child shares the mapping with its parent: it must never write into it. The thread that
    // held the lock is not in the child to release it.
    atomic_store(&il_current, 0);
    il_ring.header = NULL;
    il_ring.stopped = 0;
    atomic_flag_clear(&il_ring.lock);
}

static void after_fork_in_parent(void)
{
    if (il_recording()) il_write(IL_FORKED, 0, 0, 0);
}

static void describe_program(struct il_header *header)
{
    char *program = (char *)header + 256, *arguments = (char *)header + 1280;
    ssize_t length = readlink("/proc/self/exe", program, 1023);
    program[length < 0 ? 0 : length] = 0;
    int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    ssize_t bytes = read(file, arguments, 2046);
    close(file);
    arguments[bytes < 0 ? 0 : bytes] = 0;
}

// Takes as much of the wanted size as the disk has; fails below the minimum.
static int allocate(int file, uint64_t *size, bool *less)
{
    for (uint64_t wanted = *size;; wanted /= 2) {
        int error = posix_fallocate(file, 0, (off_t)(HEADER_SIZE + wanted));
        if (!error) {
            *size = wanted;
            return 0;
        }
        if (error != ENOSPC && error != EFBIG && error != EDQUOT) return error;
        if (wanted / 2 < SMALLEST_BUFFER) return error;
        *less = true;
        if (ftruncate(file, 0) != 0) return errno;
    }
}

enum claim { OWN, CLAIMED, CLAIMED_BY_CHILD };
static int open_and_record(const char *path, uint64_t buffer_bytes, enum claim claim);

int interleave_start(const char *path, uint64_t buffer_bytes) { return open_and_record(path, buffer_bytes, OWN); }

int il_claim(const char *path, uint64_t buffer_bytes, bool is_child) { return open_and_record(path, buffer_bytes, is_child ? CLAIMED_BY_CHILD : CLAIMED); }

static void give_up(const char *path)
{
    struct stat now;
    if (lstat(path, &now) == 0 && S_ISREG(now.st_mode)) unlink(path);  // never a device named by mistake
}

// Claiming: the first process that finds the file empty, as the tracer made it, owns it. The lock
// ends when the file has its size. Other processes with the same environment
// leave the file alone. A process that was recorded and has become another program since makes a
// new file, which replaces the old one; each process that the tracer wants recorded, too, makes one
// beside it. The path of the file that is used is written to `used`.
static int open_claimed(const char *path, enum claim claim, char *used)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (file < 0) return -1;
    struct stat found;
    uint32_t process = 0;
    strcpy(used, path);
    if (flock(file, LOCK_EX) == 0 && fstat(file, &found) == 0 && found.st_size == 0) return file;
    flock(file, LOCK_UN);
    bool is_same = pread(file, &process, sizeof process, offsetof(struct il_header, process)) == sizeof process && process == (uint32_t)getpid();
    close(file);
    enum { MOST = 1000 };
    if (claim == CLAIMED_BY_CHILD) {
        for (int number = 0; number < MOST; number++) {
            if (snprintf(used, PATH_MAX, "%s.%d.%d", path, (int)getpid(), number) >= PATH_MAX) break;
            file = open(used, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
            if (file >= 0 || errno != EEXIST) return file;
        }
    } else if (is_same && getenv("INTERLEAVE_AGAIN") && snprintf(used, PATH_MAX, "%s.next", path) < PATH_MAX) {
        return open(used, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
    }
    errno = EEXIST;
    return -1;
}

static int open_own(const char *path)
{
    // An existing file may be mapped by another recording, which would crash if it were truncated:
    // it is replaced.
    struct stat there;
    if (stat(path, &there) == 0 && S_ISREG(there.st_mode) && access(path, W_OK) == 0) unlink(path);
    return open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_TRUNC, 0644);
}

// The ring of a new recording, empty; its lock is held.
static void prepare_ring(struct il_header *header, uint64_t size, const struct stat *file, const char *path)
{
    if (!il_ring.prepared) {
        pthread_key_create(&il_ring.at_thread_end, il_at_thread_end);
        pthread_atfork(NULL, after_fork_in_parent, after_fork_in_child);
        madvise(&il_own_page, sizeof il_own_page, MADV_WIPEONFORK);
        il_tsc = kernel_trusts_the_counter();
        il_ring.prepared = true;
    }
    free(il_ring.full);
    free(il_ring.partial);
    il_ring.capacity = (uint32_t)(size / CHUNK_SIZE);
    il_ring.full = calloc(il_ring.capacity, sizeof *il_ring.full);
    il_ring.partial = calloc(il_ring.capacity, sizeof *il_ring.partial);
    il_ring.fresh = il_ring.pinned = il_ring.full_head = il_ring.full_count = il_ring.partial_count = 0;
    il_ring.sequence = 0;
    il_ring.stopped = 0;
    il_ring.names = NULL;
    atomic_store(&il_ring.lanes, 1);  // lane 1 is the main thread's
    if (!realpath(path, il_ring.path)) strcpy(il_ring.path, path);
    il_ring.device = file->st_dev;
    il_ring.inode = file->st_ino;
    il_ring.header = header;
}

static void describe_recording(struct il_header *header, bool less)
{
    header->version = 1;
    header->header_size = HEADER_SIZE;
    header->chunk_size = CHUNK_SIZE;
    header->capacity = il_ring.capacity;
    header->clock = il_tsc;
    header->ticks_per_second = estimated_rate();
    header->start_unix = il_nanoseconds(CLOCK_REALTIME);
    header->start_nanoseconds = il_nanoseconds(CLOCK_MONOTONIC);
    header->start_ticks = il_now();
    header->process = (uint32_t)getpid();
    header->flags = less ? OUT_OF_SPACE : 0;
    header->status = UINT32_MAX;
    describe_program(header);
    il_describe_choice(header);
    atomic_thread_fence(memory_order_release);
    memcpy(header->magic, "INTRLEAV", 8);
}

static int open_and_record(const char *path, uint64_t buffer_bytes, enum claim claim)
{
    if (atomic_load(&il_current) || il_preloaded_recorder_is_recording()) return EBUSY;
    if (buffer_bytes < SMALLEST_BUFFER || buffer_bytes > (1ull << 40)) return EINVAL;
    if (strlen(path) >= sizeof il_ring.path) return ENAMETOOLONG;
    char used[PATH_MAX];
    int file = claim == OWN ? open_own(strcpy(used, path)) : open_claimed(path, claim, used);
    if (file < 0) return errno;
    bool is_beside = strcmp(used, path) != 0;
    uint64_t size = buffer_bytes / CHUNK_SIZE * CHUNK_SIZE;
    bool less = false;
    int error = allocate(file, &size, &less);
    size = size / CHUNK_SIZE * CHUNK_SIZE;
    void *map = error ? MAP_FAILED : mmap(NULL, HEADER_SIZE + size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (!error && map == MAP_FAILED) error = errno;
    struct stat made = {0};
    fstat(file, &made);
    // The file has its size now. (The mapping would keep the lock as long as this process lives.)
    flock(file, LOCK_UN);
    close(file);
    if (error) {
        if (claim == OWN || is_beside) give_up(used);
        return error;
    }
    il_lock_ring();
    prepare_ring(map, size, &made, used);
    describe_recording(map, less);
    if (is_beside && claim == CLAIMED && rename(used, path) == 0) snprintf(il_ring.path, sizeof il_ring.path, "%s", path);
    uint32_t number = ++il_ring.recordings;
    il_unlock_ring();

    il_self.inside++;
    il_scan_modules();
    il_reset_queues();
    il_learn_private_blocks();
    il_forget_operations();
    il_patch_operations();
    il_watch_actors();
    il_watch_suspended_tasks();
    il_self.inside--;
    atomic_store(&il_current, number);
    if (il_recording()) il_define_modules();
    return 0;
}

// Frees what was never used. The path may lead to another file by now: only our own is changed.
static void cut_file(off_t used)
{
    int file = open(il_ring.path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) return;
    struct stat now;
    if (fstat(file, &now) == 0 && now.st_dev == il_ring.device && now.st_ino == il_ring.inode && now.st_size > used && ftruncate(file, used) != 0) {
        // A longer file than needed is still a whole trace.
    }
    close(file);
}

void interleave_stop(void)
{
    if (!atomic_load(&il_current) && !il_ring.stopped) return;
    if (il_recording()) il_note_suspended_tasks();
    il_lock_ring();
    bool was_stopped = il_ring.stopped;
    il_ring.stopped = 0;
    if ((!atomic_exchange(&il_current, 0) && !was_stopped) || !il_ring.header) {
        il_unlock_ring();
        return;
    }
    il_check_ring();
    if (!was_stopped) {
        il_ring.header->end_nanoseconds = il_nanoseconds(CLOCK_MONOTONIC);
        il_ring.header->end_ticks = il_now();
    }
    il_ring.header->flags |= ENDED_IN_ORDER;
    // Threads in the middle of a record finish it in a chunk that stays: only chunks never used are
    // cut off.
    cut_file((off_t)HEADER_SIZE + (off_t)il_ring.fresh * CHUNK_SIZE);
    il_unlock_ring();
}

uint64_t interleave_now(bool counter) { return counter ? il_counter() : il_nanoseconds(CLOCK_MONOTONIC); }

bool interleave_is_recording(void) { return atomic_load(&il_current) != 0; }

void interleave_note(const char *text)
{
    if (!il_recording()) return;
    il_self.inside++;
    il_write(IL_NOTE, 0, 0, 0);
    il_write_text(0, IL_NOTE, text, strlen(text));
    il_self.inside--;
}

uint64_t interleave_bench_records(uint64_t count)
{
    if (!il_recording()) return 0;
    uint64_t from = il_nanoseconds(CLOCK_MONOTONIC);
    for (uint64_t index = 0; index < count; index++) il_write(IL_ITEM_BEGAN, 0, index, 0);
    return il_nanoseconds(CLOCK_MONOTONIC) - from;
}

uint64_t interleave_bench_floor(uint64_t count)
{
    static struct il_record records[CHUNK_SIZE / RECORD];
    uint64_t from = il_nanoseconds(CLOCK_MONOTONIC);
    for (uint64_t index = 0; index < count; index++) {
        il_fill(&records[index % (CHUNK_SIZE / RECORD)], il_now(), IL_ITEM_BEGAN, 0, index, 0);
        __asm__ volatile("" ::: "memory");  // each store happens
    }
    return il_nanoseconds(CLOCK_MONOTONIC) - from;
}
