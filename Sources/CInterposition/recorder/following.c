// Programs that a traced process becomes (exec) or starts (spawn, fork and exec).
//
// A process keeps its number when it becomes another program, and the tracer waits for it: the
// recording goes on there, in a new file that takes the place of the old one as soon as the new
// program has begun to record. Programs that it starts are recorded only if the tracer asks for
// them: each into a file of its own. What is not recorded is told: each such program has a line in
// a file beside the trace, which the tracer reads at the end and removes.
//
// All of this can run in the child of a fork: no memory is allocated, and no lock is acquired. So
// the real functions are looked for (dlsym, which acquires a lock) before the program can fork.
//
// The stack can be one page: Swift's runtime starts its crash report in a child that shares the
// memory of the crashed program, and gives that child 4,096 bytes. If more were used, the arguments
// of the report would be overwritten, and so would the runtime. So paths and environments lie in a
// mapping of their own (struct room), and no function of this file has a large frame, or calls one
// that has (no printf).
#define _GNU_SOURCE
#include "recorder/following.h"

#include "explorer/bridge.h"
#include "recorder/ring-state.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

const char *const il_words[IL_WORDS] = {"LD_PRELOAD=", "INTERLEAVE_TRACE=", "INTERLEAVE_BUFFER=", "INTERLEAVE_CHILDREN=", "INTERLEAVE_THREADS=", "INTERLEAVE_CONTROL=", "INTERLEAVE_LEFT_OUT=", "INTERLEAVE_QUEUES=", "INTERLEAVE_AGAIN="};

extern char **environ;

// The tracer's words as entries of an environment; NULL: none.
static struct {
    const char *entries[IL_WORDS];
    char notes[PATH_MAX];
    pid_t process;     // that keeps them
    bool is_recorded;
} following;

static const char *value_in(char *const environment[], enum il_word word)
{
    size_t length = strlen(il_words[word]);
    for (char *const *entry = environment; entry && *entry; entry++) {
        if (strncmp(*entry, il_words[word], length) == 0) return *entry + length;
    }
    return NULL;
}

static bool is_traced(char *const environment[])
{
    const char *libraries = value_in(environment, IL_WORD_LIBRARIES);
    return libraries && strstr(libraries, IL_PRELOADED) && value_in(environment, IL_WORD_TRACE);
}

// The real functions that the child of a fork calls.
static struct {
    __typeof__(&execve) _Atomic execve;
    __typeof__(&execvpe) _Atomic execvpe;
} real;

__attribute__((constructor)) static void find_real_functions(void)
{
    if (!atomic_load(&real.execve)) atomic_store(&real.execve, (__typeof__(&execve))il_real("execve"));
    if (!atomic_load(&real.execvpe)) atomic_store(&real.execvpe, (__typeof__(&execvpe))il_real("execvpe"));
}

void il_keep_words(bool is_recorded)
{
    find_real_functions();
    for (int word = 0; word < IL_WORDS; word++) {
        const char *value = word == IL_WORD_AGAIN ? "1" : value_in(environ, word);
        char *entry = value ? malloc(strlen(il_words[word]) + strlen(value) + 1) : NULL;
        if (entry) strcat(strcpy(entry, il_words[word]), value);
        following.entries[word] = entry;
    }
    const char *trace = value_in(environ, IL_WORD_TRACE);
    if (trace) snprintf(following.notes, sizeof following.notes, "%s.starts", trace);
    following.process = getpid();
    following.is_recorded = is_recorded;
}

// MARK: room

// Room for data that is too large for the stack. A program that starts in memory that it shares with this one
// (vfork) leaves its room behind: the thread was stopped meanwhile, and its next call takes it.
struct room {
    size_t bytes;
    char notes[PATH_MAX], folder[PATH_MAX], program[PATH_MAX];
    const char *environment[];
};
static __thread struct room *own_room;

// Room for an environment of this many entries; NULL: there is none.
static struct room *take_room(size_t entries)
{
    size_t bytes = sizeof(struct room) + (entries + IL_WORDS + 1) * sizeof(char *);
    if (own_room && own_room->bytes < bytes) {
        munmap(own_room, own_room->bytes);
        own_room = NULL;
    }
    if (own_room) return own_room;
    struct room *room = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) return NULL;
    room->bytes = bytes;
    return own_room = room;
}

static void leave_room(void)
{
    int before = errno;
    if (own_room) munmap(own_room, own_room->bytes);
    own_room = NULL;
    errno = before;
}

// MARK: notes for the tracer

static struct iovec part(const char *text) { return (struct iovec){(void *)text, strlen(text)}; }

// `folder`: what the program's path begins with, or empty.
static void note(const char *notes, const char *what, const char *folder, const char *program)
{
    char digits[16];
    size_t at = sizeof digits;
    digits[--at] = 0;
    for (unsigned left = (unsigned)getpid(); left || !digits[at]; left /= 10) digits[--at] = (char)('0' + left % 10);
    int before = errno, file = open(notes, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file >= 0) {
        const struct iovec line[] = {
            part(what), part("\t"), part(digits + at), part("\t"), part(folder), part(*folder ? "/" : ""), part(program), part("\n")};
        if (writev(file, line, sizeof line / sizeof *line) < 0) {
            // The tracer then tells less.
        }
        close(file);
    }
    errno = before;
}

// The name of the file for notes, in `room` where this process keeps none; NULL: there is none.
static const char *notes_in(struct room *room)
{
    const char *trace = value_in(environ, IL_WORD_TRACE);
    if (following.notes[0]) return following.notes;
    if (!room || !trace || strlen(trace) + sizeof ".starts" > sizeof room->notes) return NULL;
    return strcat(strcpy(room->notes, trace), ".starts");
}

static void tell_of(const char *what, const char *program, struct room *room)
{
    const char *notes = notes_in(room);
    const char *folder = program[0] != '/' && room && getcwd(room->folder, sizeof room->folder) ? room->folder : "";
    if (notes) note(notes, what, folder, program);
}

void il_tell_tracer(const char *what, const char *program)
{
    const char *notes = notes_in(take_room(0));
    if (notes) note(notes, what, "", program);
    leave_room();
}

// MARK: the environment of the other program

static size_t count_of(char *const environment[])
{
    size_t count = 0;
    while (environment && environment[count]) count++;
    return count;
}

static int word_of(const char *entry)
{
    for (int word = 0; word < IL_WORDS; word++) {
        if (strncmp(entry, il_words[word], strlen(il_words[word])) == 0) return word;
    }
    return -1;
}

// Writes the environment with the tracer's words, or without them, to `changed`.
static void change(char *const environment[], bool with, bool becomes, const char **changed)
{
    size_t count = 0;
    for (char *const *entry = environment; entry && *entry; entry++) {
        int word = word_of(*entry);
        if (word < 0 || (!with && word == IL_WORD_LIBRARIES && !strstr(*entry, IL_PRELOADED))) changed[count++] = *entry;
    }
    for (int word = 0; with && word < IL_WORDS; word++) {
        if (following.entries[word] && (word != IL_WORD_AGAIN || becomes)) changed[count++] = following.entries[word];
    }
    changed[count] = NULL;
}

// Whether this process or the environment belongs to a recording. If not, a program starts as always.
static bool concerns(char *const environment[])
{
    return following.entries[IL_WORD_TRACE] || is_traced(environment);
}

enum way { UNCHANGED, WITH_WORDS, WITHOUT_WORDS };

// How a program that concerns the recording has to be started.
static enum way way_of(const char *program, bool becomes, struct room *room)
{
    bool keeps = following.entries[IL_WORD_TRACE] != NULL;
    bool is_followed = !keeps || (following.is_recorded && becomes) || following.entries[IL_WORD_CHILDREN];
    if (!is_followed) {
        tell_of("started", program, room);
        return UNCHANGED;
    }
    if (il_carries_sanitizer(program)) {
        tell_of("sanitizer", program, room);
        return WITHOUT_WORDS;
    }
    if (keeps && becomes) tell_of("became", program, room);
    return keeps ? WITH_WORDS : UNCHANGED;
}

// MARK: becoming another program

// The first file along PATH with this name that can be executed, as execvp looks for it.
static const char *search(const char *name, char *room)
{
    const char *folders = getenv("PATH");
    if (!folders) folders = "/bin:/usr/bin";
    if (strchr(name, '/') || !*name || strlen(name) >= NAME_MAX) return name;
    for (const char *from = folders;;) {
        size_t length = strcspn(from, ":");
        if (length + strlen(name) + 2 <= PATH_MAX) {
            memcpy(room, from, length);
            room[length] = 0;
            if (length) strcat(room, "/");
            strcat(room, name);
            if (access(room, X_OK) == 0) return room;
        }
        if (!from[length]) return name;
        from += length + 1;
    }
}

// The recording of this process ends here, unless it does not become the other program.
static void mark_end(bool ends)
{
    if (!il_ring.header || following.process != getpid() || !following.is_recorded || il_ring.stopped) return;
    il_ring.header->end_nanoseconds = ends ? il_nanoseconds(CLOCK_MONOTONIC) : 0;
    il_ring.header->end_ticks = ends ? il_now() : 0;
    il_ring.header->flags = ends ? il_ring.header->flags | ENDED_IN_ORDER : il_ring.header->flags & ~(uint32_t)ENDED_IN_ORDER;
}

// Before it is traced, and in the explorer, the functions can be called before the constructor has run.
static int execute(const char *name, char *const arguments[], char *const environment[], bool searches)
{
    find_real_functions();
    return searches ? atomic_load(&real.execvpe)(name, arguments, environment) : atomic_load(&real.execve)(name, arguments, environment);
}

static int become(const char *name, char *const arguments[], char *const environment[], bool searches)
{
    struct room *room = concerns(environment) ? take_room(count_of(environment)) : NULL;
    if (!room) return execute(name, arguments, environment, searches);
    const char *program = searches ? search(name, room->program) : name;
    bool becomes = following.process == getpid();
    enum way way = way_of(program, becomes, room);
    if (way != UNCHANGED) change(environment, way == WITH_WORDS, becomes && following.is_recorded, room->environment);
    if (becomes) mark_end(true);
    int result = execute(name, arguments, way == UNCHANGED ? environment : (char *const *)room->environment, searches);
    if (becomes) mark_end(false);
    if (way != UNCHANGED || following.process) tell_of("failed", program, room);
    leave_room();
    return result;
}

IL_EXPORT int execve(const char *path, char *const arguments[], char *const environment[])
{
    IL_NOT_MODELLED("execve");
    return become(path, arguments, environment, false);
}

IL_EXPORT int execv(const char *path, char *const arguments[])
{
    IL_NOT_MODELLED("execv");
    return become(path, arguments, environ, false);
}

IL_EXPORT int execvp(const char *name, char *const arguments[])
{
    IL_NOT_MODELLED("execvp");
    return become(name, arguments, environ, true);
}

IL_EXPORT int execvpe(const char *name, char *const arguments[], char *const environment[])
{
    IL_NOT_MODELLED("execvpe");
    return become(name, arguments, environment, true);
}

// The arguments of a call with a list of them, and the environment after it, if there is one.
#define LISTED(name, path, first, has_environment, searches)                                            \
    IL_NOT_MODELLED(#name);                                                                             \
    va_list list;                                                                                       \
    size_t count = 1;                                                                                   \
    va_start(list, first);                                                                              \
    while (va_arg(list, char *)) count++;                                                               \
    va_end(list);                                                                                       \
    char *arguments[count + 1];                                                                         \
    arguments[0] = (char *)first;                                                                       \
    va_start(list, first);                                                                              \
    for (size_t index = 1; index <= count; index++) arguments[index] = va_arg(list, char *);            \
    char *const *environment = has_environment ? va_arg(list, char *const *) : environ;                 \
    va_end(list);                                                                                       \
    return become(path, arguments, environment, searches);

IL_EXPORT int execl(const char *path, const char *first, ...) { LISTED(execl, path, first, false, false) }
IL_EXPORT int execlp(const char *name, const char *first, ...) { LISTED(execlp, name, first, false, true) }
IL_EXPORT int execle(const char *path, const char *first, ...) { LISTED(execle, path, first, true, false) }

// MARK: starting programs

// `searches`: along PATH.
#define SPAWN(name, searches)                                                                           \
    IL_NOT_MODELLED(#name);                                                                             \
    struct room *room = concerns(environment) ? take_room(count_of(environment)) : NULL;                \
    if (!room) return IL_REAL(name)(child, path, actions, attributes, arguments, environment);          \
    const char *program = searches ? search(path, room->program) : path;                                \
    enum way way = way_of(program, false, room);                                                        \
    if (way != UNCHANGED) change(environment, way == WITH_WORDS, false, room->environment);             \
    char *const *used = way == UNCHANGED ? environment : (char *const *)room->environment;              \
    int error = IL_REAL(name)(child, path, actions, attributes, arguments, used);                       \
    /* It was not there, or it could not be run. */                                                     \
    if (error && (way != UNCHANGED || following.process)) tell_of("failed", program, room);             \
    leave_room();                                                                                       \
    return error;

IL_EXPORT int posix_spawn(
    pid_t *restrict child, const char *restrict path, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *restrict attributes, char *const arguments[restrict], char *const environment[restrict])
{
    SPAWN(posix_spawn, false)
}

IL_EXPORT int posix_spawnp(
    pid_t *child, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
    char *const arguments[], char *const environment[])
{
    SPAWN(posix_spawnp, true)
}

static void tell_of_shell(void)
{
    if (following.entries[IL_WORD_TRACE] && !following.entries[IL_WORD_CHILDREN]) il_tell_tracer("shell", "/bin/sh");
}

IL_EXPORT int system(const char *command)
{
    IL_NOT_MODELLED("system");
    if (command) tell_of_shell();
    return IL_REAL(system)(command);
}

IL_EXPORT FILE *popen(const char *command, const char *mode)
{
    IL_NOT_MODELLED("popen");
    tell_of_shell();
    return IL_REAL(popen)(command, mode);
}
