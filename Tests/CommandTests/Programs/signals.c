// Says "ready" and its number, then the number of each signal that it gets, up to SIGUSR2. With the argument "child": how it found SIGCHLD.
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **arguments)
{
    if (count > 1 && strcmp(arguments[1], "child") == 0) {
        struct sigaction found;
        sigaction(SIGCHLD, NULL, &found);
        puts(found.sa_handler == SIG_IGN ? "ignored" : "not ignored");
        return 5;
    }
    sigset_t all;
    sigemptyset(&all);
    int numbers[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};
    for (unsigned index = 0; index < sizeof numbers / sizeof *numbers; index++) sigaddset(&all, numbers[index]);
    sigprocmask(SIG_BLOCK, &all, NULL);
    alarm(60);  // in case no process is left to end it
    printf("ready %d\n", (int)getpid());
    fflush(stdout);
    for (;;) {
        siginfo_t info;
        int number = sigwaitinfo(&all, &info);
        if (number < 0) continue;
        printf("%d\n", number);
        fflush(stdout);
        if (number == SIGUSR2) break;
    }
    struct timespec no_time = {0, 0};
    for (int number; (number = sigtimedwait(&all, NULL, &no_time)) > 0;) printf("%d\n", number);
    printf("over\n");
    return 0;
}
