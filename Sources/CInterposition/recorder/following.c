// Programs that a traced process becomes (exec) or starts (spawn, fork and exec).
//
// A process keeps its number when it becomes another program, and the tracer waits for it: the
// recording goes on there, in a new file that takes the place of the old one as soon as the new
// program has begun to record. Programs that it starts are recorded only if the tracer asks for
// them: each into a file of its own. What is not recorded is told: each such program has a line in
// a file beside the trace, which the tracer reads at the end and removes.
//
// All of this can run in the child of a fork: no memory is allocated, and no lock is acquired. So
// the real functions are looked for (dlsym, which acquires a lock) before the program can fork. A
// file is mapped to look for ThreadSanitizer, which does not work together with the recorder: such
// a program starts without it.
#define _GNU_SOURCE
#include "recorder/following.h"
#include "recorder/ring-state.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "explorer/bridge.h"

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

static void find_real_functions(void)
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

void il_tell_tracer(const char *what, const char *program)
{
    char notes[PATH_MAX];
    const char *trace = value_in(environ, IL_WORD_TRACE);
    if (following.notes[0]) strcpy(notes, following.notes);
    else if (trace && strlen(trace) + sizeof ".starts" <= sizeof notes) strcat(strcpy(notes, trace), ".starts");
    else return;
    int before = errno, file = open(notes, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file >= 0) {
        char line[PATH_MAX + 64];
        int length = snprintf(line, sizeof line, "%s\t%d\t%s\n", what, (int)getpid(), program);
        if (length > 0 && write(file, line, (size_t)length < sizeof line ? (size_t)length : sizeof line - 1) < 0) {
            // The tracer then tells less.
        }
        close(file);
    }
    errno = before;
}

// MARK: ThreadSanitizer

// Whether the file defines a function that only ThreadSanitizer's runtime has. (The recorder
// defines some others of that name.)
static bool defines_sanitizer(const unsigned char *bytes, size_t size)
{
    const Elf64_Ehdr *header = (const void *)bytes;
    if (size < sizeof *header || memcmp(bytes, ELFMAG, SELFMAG) != 0 || bytes[EI_CLASS] != ELFCLASS64) return false;
    if (header->e_shoff >= size || header->e_shnum > (size - header->e_shoff) / sizeof(Elf64_Shdr)) return false;
    const Elf64_Shdr *sections = (const void *)(bytes + header->e_shoff);
    for (uint32_t index = 0; index < header->e_shnum; index++) {
        const Elf64_Shdr *table = &sections[index];
        if (table->sh_type != SHT_DYNSYM || table->sh_link >= header->e_shnum) continue;
        const Elf64_Shdr *names = &sections[table->sh_link];
        if (table->sh_offset > size || table->sh_size > size - table->sh_offset || names->sh_offset > size || names->sh_size > size - names->sh_offset) continue;
        const Elf64_Sym *symbols = (const void *)(bytes + table->sh_offset);
        static const char name[] = "__tsan_init";
        for (size_t symbol = 0; symbol < table->sh_size / sizeof *symbols; symbol++) {
            size_t at = symbols[symbol].st_name;
            if (symbols[symbol].st_shndx == SHN_UNDEF || at > names->sh_size || names->sh_size - at < sizeof name) continue;
            if (memcmp(bytes + names->sh_offset + at, name, sizeof name) == 0) return true;
        }
    }
    return false;
}

static bool carries_sanitizer(const char *program)
{
    struct stat found;
    int file = open(program, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return false;
    void *bytes = MAP_FAILED;
    if (fstat(file, &found) == 0 && S_ISREG(found.st_mode) && found.st_size > 0) {
        bytes = mmap(NULL, (size_t)found.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    }
    close(file);
    if (bytes == MAP_FAILED) return false;
    bool answer = defines_sanitizer(bytes, (size_t)found.st_size);
    munmap(bytes, (size_t)found.st_size);
    return answer;
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

enum way { UNCHANGED, WITH_WORDS, WITHOUT_WORDS };

static void tell_of(const char *what, const char *program)
{
    char full[PATH_MAX];
    size_t length = program[0] != '/' && getcwd(full, sizeof full) ? strlen(full) : 0;
    if (length && length + strlen(program) + 2 <= sizeof full) {
        strcat(strcat(full, "/"), program);
        program = full;
    }
    il_tell_tracer(what, program);
}

// How a program has to be started from here, where `environment` would be its own.
static enum way way_of(const char *program, char *const environment[], bool becomes)
{
    bool keeps = following.entries[IL_WORD_TRACE] != NULL;
    if (!keeps && !is_traced(environment)) return UNCHANGED;
    bool is_followed = !keeps || (following.is_recorded && becomes) || following.entries[IL_WORD_CHILDREN];
    if (!is_followed) {
        tell_of("started", program);
        return UNCHANGED;
    }
    if (carries_sanitizer(program)) {
        tell_of("sanitizer", program);
        return WITHOUT_WORDS;
    }
    if (keeps && becomes) tell_of("became", program);
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

static int become(const char *name, char *const arguments[], char *const environment[], bool searches)
{
    char room[PATH_MAX];
    const char *program = searches ? search(name, room) : name;
    bool becomes = following.process == getpid();
    enum way way = way_of(program, environment, becomes);
    const char *changed[count_of(environment) + IL_WORDS + 1];
    if (way != UNCHANGED) change(environment, way == WITH_WORDS, becomes && following.is_recorded, changed);
    char *const *used = way == UNCHANGED ? environment : (char *const *)changed;
    if (becomes) mark_end(true);
    // (Only in a program that is not traced they are not known yet.)
    find_real_functions();
    int result = searches ? atomic_load(&real.execvpe)(name, arguments, used) : atomic_load(&real.execve)(name, arguments, used);
    if (becomes) mark_end(false);
    if (way != UNCHANGED || following.process) tell_of("failed", program);
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

#define SPAWN(name, searches)                                                                           \
    IL_NOT_MODELLED(#name);                                                                             \
    char *const *used = environment;                                                                    \
    char room[PATH_MAX];                                                                                \
    enum way way = way_of(searches ? search(path, room) : path, environment, false);                    \
    const char *changed[count_of(environment) + IL_WORDS + 1];                                          \
    if (way != UNCHANGED) {                                                                             \
        change(environment, way == WITH_WORDS, false, changed);                                                \
        used = (char *const *)changed;                                                                  \
    }                                                                                                   \
    int error = IL_REAL(name)(child, path, actions, attributes, arguments, used);                       \
    /* It was not there, or it could not be run. */                                                     \
    if (error && (way != UNCHANGED || following.process)) tell_of("failed", searches ? search(path, room) : path); \
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
