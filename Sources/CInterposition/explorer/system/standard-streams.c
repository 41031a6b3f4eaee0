// Standard input and output, which all tasks share.
//
// If a program's output is its outcome, each print is a step on one object: another order of prints
// is another outcome. Swift's `print` locks the stream, writes its parts and unlocks it. The parts
// are kept with the task until then, and are printed as one piece. No task really blocks on the
// stream's lock, because all tasks share one kernel thread. A print orders nothing for the race
// detector, so that it hides no race.
//
// Reading standard input is a step, too: the task that reads first gets the first input. The input
// is a file (or empty), so no read waits, and each execution reads it from its beginning.
#define _GNU_SOURCE
#include <features.h>
#undef __USE_EXTERN_INLINES  // getline and getchar are redirected here
#include "explorer/system/standard-streams.h"

#include "explorer/bridge.h"
#include "explorer/redirections.h"
#include "explorer/system/random-numbers.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char the_output, the_input;

struct il_printed {
    char *bytes;
    size_t size, room;
};

// The output of this execution, and whether it is wanted.
static struct il_printed all;
static bool is_observed, is_passed_on;
// Whether this execution has read standard input.
static bool was_read;

// (An outcome of more than a megabyte is too long to be read.)
enum { MOST = 1 << 20 };

static void append(struct il_printed *to, const char *bytes, size_t size)
{
    if (to->size + size > MOST) return;
    if (to->size + size > to->room) {
        size_t room = (to->size + size) * 2;
        char *larger = IL_REAL(realloc)(to->bytes, room);
        if (!larger) return;
        to->bytes = larger;
        to->room = room;
    }
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
}

// The output of the running task since its last step. It belongs to the task's thread, and is
// freed with the process.
static struct il_printed *mine(void)
{
    if (!il_self.printed) il_self.printed = IL_REAL(calloc)(1, sizeof *il_self.printed);
    return il_self.printed;
}

static ssize_t take(void *context, const char *bytes, size_t size)
{
    (void)context;
    if (il_self.controlled && mine()) append(il_self.printed, bytes, size);
    return (ssize_t)size;
}

// The standard library keeps frame pointers, Foundation unwind tables.
static uintptr_t caller_of(void *frame)
{
    uintptr_t caller = il_caller_of_library(frame);
    return caller ? caller : il_program_caller(frame);
}

// The task has written a complete piece: it is printed at the task's next step.
static void put_out(void *frame)
{
    if (il_self.prints > 0 || !il_self.printed || !il_self.printed->size) return;
    struct il_printed *text = il_self.printed;
    il_ask((struct interleave_call){
        .kind = INTERLEAVE_PRINT, .object = (uintptr_t)&the_output, .caller = caller_of(frame), .value = text->size, .other = (uintptr_t)text->bytes});
    append(&all, text->bytes, text->size);
    // (A full pipe takes no more: the program does not wait for it.)
    if (is_passed_on && IL_REAL(write)(STDOUT_FILENO, text->bytes, text->size) < 0) is_passed_on = false;
    text->size = 0;
}

void il_forget_printed(struct il_thread *thread)
{
    thread->prints = 0;
    if (thread->printed) thread->printed->size = 0;
}

void interleave_observe_output(void)
{
    cookie_io_functions_t functions = {.write = take};
    FILE *stream = fopencookie(NULL, "w", functions);
    if (!stream) return;
    setvbuf(stream, NULL, _IONBF, 0);
    fflush(stdout);
    stdout = stream;
    is_observed = true;
}

// (Explored tasks lock no stream, so no stopped task holds its lock. If output is observed, nothing
// is buffered.)
void interleave_flush_output(void)
{
    if (!is_observed) fflush(stdout);
}

bool interleave_observes_output(void) { return is_observed; }
uintptr_t interleave_standard_output(void) { return (uintptr_t)&the_output; }
void interleave_pass_output_on(bool pass) { is_passed_on = pass; }

const char *interleave_output(size_t *size)
{
    *size = all.size;
    return all.bytes;
}

void interleave_renew_streams(void)
{
    all.size = 0;
    if (!was_read) return;
    was_read = false;
    __fpurge(stdin);
    clearerr(stdin);
    lseek(STDIN_FILENO, 0, SEEK_SET);
}

// MARK: writing

static bool is_output(FILE *stream) { return is_observed && stream == stdout && il_controlled(); }

// A task that prints holds the stream's lock meanwhile. Another task that runs in the middle of it
// must not really block on that lock.
IL_EXPORT void flockfile(FILE *stream)
{
    if (!il_self.controlled) IL_REAL(flockfile)(stream);
    else if (is_output(stream)) il_self.prints++;
}

IL_EXPORT void funlockfile(FILE *stream)
{
    if (!il_self.controlled) {
        IL_REAL(funlockfile)(stream);
    } else if (is_output(stream) && il_self.prints > 0) {
        il_self.prints--;
        put_out(__builtin_frame_address(0));
    }
}

#define WRITES(type, name, parameters, arguments, stream)            \
    static type streams_##name parameters                            \
    {                                                                \
        type result = IL_REAL(name) arguments;                       \
        if (is_output(stream)) put_out(__builtin_frame_address(0));  \
        return result;                                               \
    }
WRITES(size_t, fwrite, (const void *bytes, size_t size, size_t count, FILE *stream), (bytes, size, count, stream), stream)
WRITES(int, fputs, (const char *text, FILE *stream), (text, stream), stream)
WRITES(int, fputc, (int letter, FILE *stream), (letter, stream), stream)
WRITES(int, putc, (int letter, FILE *stream), (letter, stream), stream)
WRITES(int, puts, (const char *text), (text), stdout)
WRITES(int, putchar, (int letter), (letter), stdout)
WRITES(int, vprintf, (const char *format, va_list values), (format, values), stdout)
WRITES(int, vfprintf, (FILE *stream, const char *format, va_list values), (stream, format, values), stream)

bool il_print(int descriptor, const void *bytes, size_t size, void *frame)
{
    if (descriptor != STDOUT_FILENO || !is_observed || !il_controlled()) return false;
    if (!mine()) return false;
    append(il_self.printed, bytes, size);
    put_out(frame);
    return true;
}

// MARK: reading

static void read_input(void *frame)
{
    was_read = true;
    il_ask((struct interleave_call){.kind = INTERLEAVE_READ_INPUT, .object = (uintptr_t)&the_input, .caller = caller_of(frame)});
}

void il_read_input(int descriptor, void *frame)
{
    if (descriptor == STDIN_FILENO && il_controlled()) read_input(frame);
}

#define READS(type, name, parameters, arguments, stream)                                            \
    static type streams_##name parameters                                                           \
    {                                                                                               \
        if (il_controlled() && (stream) == stdin) read_input(__builtin_frame_address(0));           \
        else if (il_controlled() && il_may_wait(fileno(stream))) il_refuse(#name, il_program_caller(__builtin_frame_address(0))); \
        return IL_REAL(name) arguments;                                                             \
    }
READS(size_t, fread, (void *bytes, size_t size, size_t count, FILE *stream), (bytes, size, count, stream), stream)
READS(int, fgetc, (FILE *stream), (stream), stream)
READS(int, getchar, (void), (), stdin)
READS(char *, fgets, (char *line, int size, FILE *stream), (line, size, stream), stream)
READS(ssize_t, getline, (char **line, size_t *size, FILE *stream), (line, size, stream), stream)
READS(ssize_t, getdelim, (char **line, size_t *size, int end, FILE *stream), (line, size, end, stream), stream)

static size_t streams_fread_or_draw(void *bytes, size_t size, size_t count, FILE *stream)
{
    if (!il_controlled() || !il_is_random(fileno(stream))) return streams_fread(bytes, size, count, stream);
    il_draw(bytes, size * count);
    return count;
}

static int streams_fgetc_or_draw(FILE *stream)
{
    if (!il_controlled() || !il_is_random(fileno(stream))) return streams_fgetc(stream);
    unsigned char byte;
    il_draw(&byte, 1);
    return byte;
}

#define ENTRY(name) {#name, streams_##name}
const struct il_redirection il_streams[] = {
    ENTRY(fwrite), ENTRY(fputs), ENTRY(fputc), ENTRY(putc), {"_IO_putc", streams_putc}, ENTRY(puts), ENTRY(putchar), ENTRY(vprintf), ENTRY(vfprintf),
    {"fread", streams_fread_or_draw}, {"fgetc", streams_fgetc_or_draw},
    {"getc", streams_fgetc_or_draw}, {"_IO_getc", streams_fgetc_or_draw}, ENTRY(getchar), ENTRY(fgets), ENTRY(getline), ENTRY(getdelim),
    {"__getdelim", streams_getdelim},
};
const size_t il_streams_count = sizeof il_streams / sizeof il_streams[0];

// MARK: the end of the program

static bool waits_for_all;

int interleave_own_main(int count, char **arguments) __attribute__((weak));
void interleave_explore_entries(void) __attribute__((weak));

void interleave_call_entries(void)
{
    if (interleave_explore_entries) interleave_explore_entries();
}

void interleave_run_main(void)
{
    static char name[] = "program", *arguments[] = {name, NULL};
    if (interleave_own_main) (void)interleave_own_main(1, arguments);
}

void interleave_end_program(bool returns)
{
    il_ask((struct interleave_call){
        .kind = INTERLEAVE_PROGRAM_ENDS, .object = (uintptr_t)&the_output, .value = returns, .other = waits_for_all});
}

void interleave_wait_for_all(void) { waits_for_all = true; }

bool il_ends_program(int code, uintptr_t caller)
{
    if (!is_observed && !waits_for_all) return false;
    il_ask((struct interleave_call){
        .kind = INTERLEAVE_PROGRAM_ENDS, .flags = (uint32_t)code, .object = (uintptr_t)&the_output, .caller = caller, .other = waits_for_all});
    return true;
}

void interleave_note_exit(int code)
{
    char line[32];
    int size = snprintf(line, sizeof line, "%sexit(%d)\n", all.size && all.bytes[all.size - 1] != '\n' ? "\n" : "", code);
    append(&all, line, (size_t)size);
}

// Swift's `main` calls this with an uncaught error; the runtime's own function traps.
static void (*note_error)(void *error);
void interleave_note_uncaught_error(void (*note)(void *error)) { note_error = note; }

__attribute__((swiftcall)) void swift_errorInMain(void *error);
IL_EXPORT __attribute__((swiftcall)) void swift_errorInMain(void *error)
{
    if (il_controlled() && note_error) {
        note_error(error);
        interleave_end_program(false);
    }
    IL_REAL(swift_errorInMain)(error);
}
