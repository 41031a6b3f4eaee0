// Writes what it was given, byte for byte, each argument and each entry of the environment followed by a zero.
#include <stdio.h>
#include <string.h>

extern char **environ;

int main(int count, char **arguments)
{
    (void)count;
    for (char **word = arguments + 1; *word; word++) fwrite(*word, 1, strlen(*word) + 1, stdout);
    for (char **entry = environ; *entry; entry++) {
        // What the tracer tells the recorder.
        if (strncmp(*entry, "LD_PRELOAD=", 11) == 0 || strncmp(*entry, "INTERLEAVE_", 11) == 0) continue;
        fwrite(*entry, 1, strlen(*entry) + 1, stdout);
    }
    return 0;
}
