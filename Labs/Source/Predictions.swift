import LabKit

/// What the learner is asked before each variant runs.
let predictions: [String: Prediction] = [
    "sigstop": Prediction(
        "a program has a source for SIGSTOP. Somebody types `kill -STOP` and a little later `kill -CONT`. When is the handler called?",
        choices: ["when the process is stopped", "when it is continued, since it could not run before", "never"], answer: 2,
        because: """
            SIGSTOP and SIGKILL are orders to the kernel, not messages to the process: nobody can catch, block or ignore them, so that any
            program can be stopped and ended for certain. The source is made and registered without complaint all the same.
            """),
    "sigcont": Prediction(
        "can the handler of a source for SIGCONT save the unsaved work *before* the process is stopped?",
        choices: ["yes", "no, it is called when the process goes on"], answer: 1,
        because: """
            SIGCONT comes when the standing still is over, whatever began it. It is the place to look at the clock, to draw the screen
            anew, to print a state; for saving it is too late.
            """),
    "sigtstp": Prediction(
        "the program has a source for SIGTSTP, which Ctrl-Z sends. Does the signal still stop it?",
        choices: ["yes, at once", "no: the handler runs, and has to stop the program itself"], answer: 1,
        because: """
            SIGTSTP is a request. Whoever handles it may save first, and then stops for real: `raise(SIGSTOP)`. That call returns when
            somebody sends SIGCONT.
            """),
    "burst": Prediction(
        "many SIGUSR1 are sent while the process stands still. How many calls of the handler come of it?",
        choices: ["as many", "one", "none"], answer: 1,
        because: """
            The kernel keeps one bit for each signal that is still to be delivered, not a list. A signal says that something is so; how
            often it was sent is lost. (Five that were sent one by one were five calls.)
            """),
    "child": Prediction(
        "a program ignores SIGTSTP. Its parent sends it SIGTSTP, then SIGSTOP. Which one stops it?",
        choices: ["both", "SIGSTOP", "neither"], answer: 1,
        because: """
            What is a request can be ignored, what is an order cannot. The parent learns of it by SIGCHLD, and its own lanes go on.
            """),
    "debugger": Prediction(
        "a debugger pauses the program and lets it go on. Is the handler for SIGCONT called?",
        choices: ["yes, going on is going on", "no"], answer: 1,
        because: """
            A debugger on Linux stops thread by thread (`ptrace`) and sends no SIGCONT. What notices it are the ticks that a timer missed,
            and the line TracerPid in /proc/self/status. (Where the system lets no debugger attach, the lab says so.)
            """),
    "timer": Prediction(
        "a timer ticks every 10 ms. One call of its handler takes 100 ms. How many calls make up for it?",
        choices: ["about ten, right behind each other", "one", "none: the ticks are dropped without a word"], answer: 1,
        because: """
            A source is at most once in line on its queue. Ticks that come due meanwhile are counted, and the next call finds the count in
            `data`.
            """),
    "descriptor": Prediction(
        "a pipe has been written to five times before a read source is made for it. How many calls tell of that?",
        choices: ["five", "one"], answer: 1,
        because: """
            A pipe keeps bytes, not writes. The source says that there is something to read, and about how much; what was written later,
            piece by piece, came in a call each.
            """),
    "user-data": Prediction(
        "many additions of 1 are merged into a source whose queue is busy. What does its handler get when the queue is free?",
        choices: ["as many calls, with 1 each", "one call, with their sum", "one call, with 1"], answer: 1,
        because: """
            An adding source keeps a sum, and calls once with all of it. So a progress bar is drawn as often as there is time for it, and
            nothing is lost. The other two kinds combine bits, or keep the last value.
            """),
]
