// The C library's streams are variables, which nobody here ever sets.
@preconcurrency import Glibc

/// What the attempt prints on standard output.
enum PrintedText {
    /// Line by line from now on: a process that dies leaves what it said.
    static func flushEachLine() { setvbuf(stdout, nil, Int32(_IOLBF), 0) }

    static func flush() { fflush(stdout) }
}
