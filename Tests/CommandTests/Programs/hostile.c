// What programs do and recorders stumble over; the first argument says what. Compiled as C, with blocks.
#define _GNU_SOURCE
#include <dispatch/dispatch.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Children of a fork end by `exit` while another thread of the parent records.
static void forks(void)
{
    static _Atomic int stop;
    dispatch_queue_t queue = dispatch_queue_create("busy", NULL), other = dispatch_queue_create("other", NULL);
    dispatch_async(queue, ^{
        while (!stop) dispatch_sync(other, ^{});
    });
    int ended = 0;
    for (int count = 0; count < 60; count++) {
        pid_t child = fork();
        if (child == 0) exit(0);
        ended += waitpid(child, NULL, 0) == child;
    }
    stop = 1;
    dispatch_sync(queue, ^{});
    printf("%d children ended\n", ended);
}

// A signal handler that sleeps, as POSIX allows, in the middle of anything.
static void on_alarm(int number) { (void)number; sleep(0); }

static void handler(void)
{
    signal(SIGALRM, on_alarm);
    struct itimerval often = {{0, 300}, {0, 300}};
    setitimer(ITIMER_REAL, &often, NULL);
    dispatch_queue_t queue = dispatch_queue_create("interrupted", NULL);
    for (int count = 0; count < 300000; count++) dispatch_sync(queue, ^{});
    signal(SIGALRM, SIG_IGN);
    printf("done\n");
}

// A jump out of a sleep: what comes later is recorded.
static sigjmp_buf back;
static void jump(int number) { (void)number; siglongjmp(back, 1); }

static void leaves(void)
{
    dispatch_queue_t queue = dispatch_queue_create("after", NULL);
    signal(SIGALRM, jump);
    if (!sigsetjmp(back, 1)) {
        ualarm(20000, 0);
        sleep(10);
    }
    for (int count = 0; count < 5; count++) dispatch_sync(queue, ^{});
}

// A thread that is cancelled while it waits records what its cleanup does.
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void clean_up(void *queue)
{
    pthread_mutex_unlock(&mutex);
    for (int count = 0; count < 3; count++) dispatch_sync(queue, ^{});
}

static void *waits(void *queue)
{
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(clean_up, queue);
    for (;;) pthread_cond_wait(&condition, &mutex);
    pthread_cleanup_pop(0);
    return NULL;
}

static void cancels(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, waits, dispatch_queue_create("cleanup", NULL));
    usleep(20000);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
}

// Blocks that end with a call: an optimising compiler jumps there.
static void tails(void)
{
    dispatch_queue_t queue = dispatch_queue_create("tails", NULL), other = dispatch_queue_create("others", NULL);
    dispatch_group_t group = dispatch_group_create();
    dispatch_semaphore_t semaphore = dispatch_semaphore_create(0);
    for (int count = 0; count < 10; count++) {
        dispatch_group_enter(group);
        dispatch_async(queue, ^{ dispatch_group_leave(group); });
        dispatch_async(queue, ^{ dispatch_async(other, ^{}); });
    }
    dispatch_async(queue, ^{ dispatch_semaphore_signal(semaphore); });
    dispatch_group_wait(group, DISPATCH_TIME_FOREVER);
    dispatch_semaphore_wait(semaphore, DISPATCH_TIME_FOREVER);
    dispatch_sync(other, ^{});
}

// More queues than any program creates.
static void queues(void)
{
    static dispatch_queue_t made[12000];
    for (int index = 0; index < 12000; index++) made[index] = dispatch_queue_create("many", DISPATCH_QUEUE_CONCURRENT);
    for (int index = 0; index < 12000; index++) dispatch_sync(made[index], ^{});
}

// The forms of locks that give up at a moment.
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *gives_up(void *unused)
{
    struct timespec soon;
    clock_gettime(CLOCK_MONOTONIC, &soon);
    soon.tv_nsec += 5000000;
    if (soon.tv_nsec >= 1000000000) (soon.tv_sec++, soon.tv_nsec -= 1000000000);
    pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &soon);
    pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &soon);
    return unused;
}

static void locks(void)
{
    dispatch_sync(dispatch_queue_create("first", NULL), ^{});
    pthread_mutex_lock(&mutex);
    pthread_rwlock_rdlock(&lock);
    pthread_t thread;
    pthread_create(&thread, NULL, gives_up, NULL);
    pthread_join(thread, NULL);
    pthread_rwlock_unlock(&lock);
    pthread_mutex_unlock(&mutex);
}

// Puts a file of its own where the trace was.
static void replaces(const char *name)
{
    dispatch_sync(dispatch_queue_create("a", NULL), ^{});
    char moved[4096];
    snprintf(moved, sizeof moved, "%s.moved", name);
    rename(name, moved);
    FILE *file = fopen(name, "w");
    for (int count = 0; count < 1000000; count++) fputc('x', file);
    fclose(file);
}

// Runs for a while, then says so in a file.
static void outlives(const char *name)
{
    dispatch_queue_t queue = dispatch_queue_create("long", NULL);
    for (int count = 0; count < 400; count++) {
        for (int repeat = 0; repeat < 200; repeat++) dispatch_sync(queue, ^{});
        usleep(1000);
    }
    FILE *file = fopen(name, "w");
    fputs("finished\n", file);
    fclose(file);
}

// The child of a clone becomes another program on a stack of one page, in the memory of this one. Swift's runtime starts its crash
// report so. The memory below that page must stay as it was.
static char pages[8 * 4096] __attribute__((aligned(4096)));

static int becomes(void *name)
{
    char *words[] = {name, NULL};
    execvp(name, words);
    _exit(9);
}

static void starts_on_little_stack(void)
{
    dispatch_sync(dispatch_queue_create("a", NULL), ^{});
    char *names[] = {"true", "/bin/true", "no/such/program"};
    for (int index = 0; index < 3; index++) {
        memset(pages, 0x5A, sizeof pages);
        int status = 0;
        pid_t child = clone(becomes, pages + sizeof pages, CLONE_VM | CLONE_VFORK | SIGCHLD, names[index]);
        waitpid(child, &status, 0);
        size_t untouched = 0;
        while (untouched < sizeof pages && pages[untouched] == 0x5A) untouched++;
        printf("%d %s\n", WEXITSTATUS(status), untouched >= sizeof pages - 4096 ? "one page" : "more");
    }
}

static void asks(void)
{
    struct sigaction action;
    sigaction(SIGSEGV, NULL, &action);
    printf("%s\n", action.sa_handler == SIG_DFL ? "default" : "handled");
    dispatch_sync(dispatch_queue_create("a", NULL), ^{});
}

int main(int count, char **words)
{
    const char *what = count > 1 ? words[1] : "";
    if (!strcmp(what, "forks")) forks();
    else if (!strcmp(what, "handler")) handler();
    else if (!strcmp(what, "leaves")) leaves();
    else if (!strcmp(what, "cancels")) cancels();
    else if (!strcmp(what, "tails")) tails();
    else if (!strcmp(what, "queues")) queues();
    else if (!strcmp(what, "locks")) locks();
    else if (!strcmp(what, "replaces")) replaces(words[2]);
    else if (!strcmp(what, "outlives")) outlives(words[2]);
    else if (!strcmp(what, "stack")) starts_on_little_stack();
    else if (!strcmp(what, "asks")) asks();
    else return 2;
    return 0;
}
