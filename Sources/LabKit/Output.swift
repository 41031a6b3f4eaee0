// The C library's streams are variables, which nobody here ever sets.
@preconcurrency import Glibc
import Synchronization

/// Standard output and standard error of a lab: results go to the one, words about trouble to the other.
enum Output {
    static func put(_ text: String) { if fputs(text, stdout) < 0 { note(errno) } }

    static func complain(_ text: String) { fputs(text, stderr) }

    /// Sends what was put; the error number when it, or anything before it, could not be written, else 0.
    @discardableResult static func flush() -> Int32 {
        if fflush(stdout) != 0 { note(errno) }
        return trouble.load(ordering: .relaxed)
    }

    /// Why something could not be written, the first time that happened: the stream forgets what it could not send, and the reason with it.
    private static let trouble = Atomic<Int32>(0)

    private static func note(_ reason: Int32) { _ = trouble.compareExchange(expected: 0, desired: reason, ordering: .relaxed) }

    /// Line by line from now on: a process that dies leaves what it said.
    static func flushEachLine() { setvbuf(stdout, nil, Int32(_IOLBF), 0) }
}
