import CProcess
import FoundationEssentials
import Glibc
import Trace

/// A program started by this one: it runs at the same time, can be waited for with a time limit,
/// and can be killed with its descendants.
///
/// Waiting sleeps in `poll` on a descriptor of the process (`pidfd_open`, Linux 5.3), so it costs nothing and needs no signal handler.
/// A child that is dropped without a wait keeps running.
public struct ChildProcess: ~Copyable {
    /// The kernel's number of the process, which is also that of its group when it leads one.
    public let processID: Int32
    /// Whether the child leads its own process group, so that `kill` reaches everything it started.
    public let hasOwnGroup: Bool
    /// How it ended; nil until a wait has seen it end.
    public private(set) var ending: Trace.Ending?
    /// The most memory that it used at one time, in bytes; nil as long as it is not known how it
    /// ended. The kernel includes what this process had when it made the child: the figure of a small
    /// child is too large where this process is large.
    public private(set) var peakMemory: Int?

    /// Ours; closed in `deinit`.
    private let descriptor: Int32

    init(processID: Int32, hasOwnGroup: Bool, descriptor: Int32) {
        self.processID = processID
        self.hasOwnGroup = hasOwnGroup
        self.descriptor = descriptor
    }

    deinit {
        if hasOwnGroup { GroupSuspension.forget(processID) }
        close(descriptor)
    }

    /// Waits until the child has ended, at most `timeout` (for ever when nil); how it ended, or nil when it still runs.
    ///
    /// `.unknown` when the kernel has discarded its status, as when this process ignores SIGCHLD
    /// since the child was started.
    @discardableResult
    public mutating func wait(timeout: Duration? = nil) -> Trace.Ending? {
        if let ending { return ending }
        guard isOver(within: timeout) else { return nil }
        var status: Int32 = 0
        var usage = rusage()
        var reaped: pid_t
        repeat { reaped = wait4(processID, &status, 0, &usage) } while reaped < 0 && errno == EINTR
        if reaped == processID { peakMemory = Int(usage.ru_maxrss) << 10 }
        ending = reaped == processID ? Trace.Ending(waitStatus: status) : .unknown
        if hasOwnGroup { GroupSuspension.forget(processID) }
        return ending
    }

    /// Sends a signal to the child, and to its whole group when it leads one; nothing happens once it has been waited for.
    public func kill(signal: Int32 = SIGKILL) {
        guard ending == nil else { return }
        _ = Glibc.kill(hasOwnGroup ? -processID : processID, signal)
    }

    /// Waits up to `timeout`, then kills; returns how the child ended, and whether it was killed.
    ///
    /// - Parameter whenAtRest: kill it when each of its threads waits. It has a minute more for that: on a busy machine a program
    ///   that will hang has perhaps not reached that place yet.
    public mutating func wait(killingAfter timeout: Duration, whenAtRest: Bool = false) -> (ending: Trace.Ending, timedOut: Bool) {
        if let ending = wait(timeout: timeout) { return (ending, false) }
        let deadline = ContinuousClock.now + .seconds(60)
        while whenAtRest && !isAtRest && ContinuousClock.now < deadline {
            if let ending = wait(timeout: .milliseconds(50)) { return (ending, false) }
        }
        kill()
        return (wait() ?? .unknown, true)
    }

    /// Each of its threads waits in the kernel.
    private var isAtRest: Bool {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(processID)/task")) ?? []
        return threads.allSatisfy { thread in
            // "4711 (the name) S ...": the state stands after the last bracket, because the name may contain others.
            let words = (try? String(contentsOfFile: "/proc/\(processID)/task/\(thread)/stat", encoding: .utf8)) ?? ""
            return words.isEmpty || words[(words.lastIndex(of: ")") ?? words.startIndex)...].hasPrefix(") S ")
        }
    }

    private func isOver(within timeout: Duration?) -> Bool {
        let deadline = timeout.map { ContinuousClock.now + $0 }
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let left = deadline.map { ContinuousClock.now.duration(to: $0).wholeMilliseconds }
            let answer = poll(&request, 1, left.map { Int32(clamping: max(0, $0)) } ?? -1)
            if answer > 0 { return true }
            if answer < 0 && errno != EINTR { return true }
            if let left, left <= 0 { return false }
        }
    }
}

extension Trace.Ending {
    /// Reads the status that `waitpid` gives: the exit code in the second byte, the signal in the low seven bits.
    public init(waitStatus status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited(code: (status >> 8) & 0xFF) : .killed(signal: signal)
    }
}

extension Duration {
    /// Rounded up, so that a wait never ends early.
    fileprivate var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
