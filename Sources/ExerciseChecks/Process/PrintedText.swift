// The C library declares its streams as variables. This code never sets them.
@preconcurrency import Glibc

/// The standard output of the attempt.
enum PrintedText {
    /// Buffers line by line from now on, so that the output of a process that dies is not lost.
    static func flushEachLine() { setvbuf(stdout, nil, Int32(_IOLBF), 0) }

    static func flush() { fflush(stdout) }
}
