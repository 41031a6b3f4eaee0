// The C library's streams are variables, which nobody here ever sets.
@preconcurrency import Glibc

/// Standard output and standard error of a lab: results go to the one, words about trouble to the other.
enum Output {
    static func put(_ text: String) { fputs(text, stdout) }

    static func complain(_ text: String) { fputs(text, stderr) }

    /// Sends what was put; the error number when it, or anything before it, could not be written, else 0.
    @discardableResult static func flush() -> Int32 {
        guard fflush(stdout) == 0 else { return errno }
        return ferror(stdout) == 0 ? 0 : EIO
    }

    /// Line by line from now on: a process that dies leaves what it said.
    static func flushEachLine() { setvbuf(stdout, nil, Int32(_IOLBF), 0) }
}
