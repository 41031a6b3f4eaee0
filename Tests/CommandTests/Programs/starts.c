// Starts a program (arguments 2 and on) as only C can: "bytes": with arguments and an environment that are no text; "ignoring": with SIGCHLD ignored.
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **arguments)
{
    if (count < 3) return 64;
    if (strcmp(arguments[1], "ignoring") == 0) {
        signal(SIGCHLD, SIG_IGN);
        execv(arguments[2], arguments + 2);
    } else {
        static char *environment[] = {"TWICE=1", "no equals sign", "BYTES=\xff\xe9", "TWICE=2", "=", "A=", NULL};
        char **words = calloc((size_t)count + 2, sizeof *words);
        if (!words) return 64;
        memcpy(words, arguments + 2, (size_t)(count - 2) * sizeof *words);
        words[count - 2] = "x\xff\xe9y";
        words[count - 1] = "";
        execve(arguments[2], words, environment);
    }
    return 64;
}
