import Words
import Explorer
import FoundationEssentials
import Glibc
import System
import Trace

/// A program that explores itself, from its supervisor's point of view: with limits, and with its
/// messages.
enum ExploringProcess {
    static let mostMemory = 3 << 30
    /// The time that a program has to report the results so far.
    private static let patience = Duration.seconds(20)

    /// Runs a program to its end.
    /// - Parameters:
    ///   - entry: the number of the entry to explore.
    ///   - patience: the time after which it is asked for the results so far.
    ///   - progress: called a few times a second.
    /// - Throws: `ExplainedError` if there is no report.
    static func run(
        _ program: String, _ entry: Int, _ order: ExplorationRequest, patience: Duration?, progress: (ExplorationSession.Progress) -> Void
    ) throws -> ExplorationReport {
        let (report, _) = try run(program, arguments: ["\(entry)"], order, patience: patience, progress: progress)
        guard let report else { throw silence(.unknown, peak: 0) }
        return report
    }

    /// Runs a program of tests to its end.
    /// - Parameter arguments: the test that it explores, or that it lists its tests.
    /// - Returns: its report, if it explored; and what it said about the tests.
    static func run(
        _ program: String, arguments: [String], _ order: ExplorationRequest, patience: Duration?,
        progress: (ExplorationSession.Progress) -> Void
    ) throws -> (report: ExplorationReport?, notices: [String]) {
        try withStarted(program, arguments: arguments, order, environment(order)) { child, reader, interruption in
            var peak = 0
            let excess = supervise(&child, &reader, &peak, interruption, patience, progress)
            if child.ending == nil {
                // A complete report counts, whatever happens to the program afterwards.
                if reader.report == nil && !reader.isOver || child.wait(timeout: .seconds(2)) == nil { child.kill() }
                child.wait()
            }
            if let report = reader.report {
                // After Ctrl-C, does not report the child's own error.
                if interruption.count > 0, report.refusal != nil, report.findings.isEmpty { throw ExplainedError.interrupted }
                return (report, reader.notices)
            }
            if interruption.count > 0 { throw ExplainedError.interrupted }
            if reader.isOver { return (nil, reader.notices) }
            throw excess ?? silence(child.ending ?? .unknown, peak: peak)
        }
    }

    /// Starts a program in a group of its own, sends it its order, and gives `body` what is needed to listen to it.
    /// - Throws: `ExplainedError` if it cannot be started, and what `body` throws.
    static func withStarted<Result>(
        _ program: String, arguments: [String], _ order: ExplorationRequest, _ environment: [String: String],
        _ body: (inout ChildProcess, inout ReportReader, InterruptCounter) throws -> Result
    ) throws -> Result {
        let interruption = InterruptCounter()
        defer { interruption.end() }
        var started = try start(program, arguments: arguments, order, environment)
        defer { close(started.words) }
        var reader = ReportReader(descriptor: started.words, secret: started.secret)
        return try body(&started.child, &reader, interruption)
    }

    /// A program that has its order.
    struct Started: ~Copyable {
        var child: ChildProcess
        /// The descriptor from which its messages are read.
        let words: Int32
        /// The word that only the explorer knows.
        let secret: String
    }

    /// Starts a program in a group of its own, and sends it its order.
    /// - Throws: `ExplainedError` if it cannot be started.
    static func start(
        _ program: String, arguments: [String], _ order: ExplorationRequest, _ environment: [String: String]
    ) throws -> Started {
        var orders: [Int32] = [0, 0], words: [Int32] = [0, 0]
        guard pipe(&orders) == 0, pipe(&words) == 0 else {
            throw ExplainedError(
                .unreadable, "Cannot create a pipe: \(String(cString: strerror(errno))).", cure: "End other programs, then try again.")
        }
        for end in orders + words { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var options = ChildProcess.Options()
        options.ownGroup = true
        options.environment = environment
        options.standardInput = .descriptor(orders[0])
        options.standardOutput = .descriptor(words[1])
        options.standardError = .nothing
        let child = try ChildProcess.spawn(program, arguments: arguments, options: options)
        close(orders[0])
        close(words[1])
        var order = order
        order.secret = (0..<4).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
        send(order, to: orders[1])
        return Started(child: child, words: words[0], secret: order.secret)
    }

    static func environment(_ order: ExplorationRequest) -> [String: String] {
        // (An order has a folder if the code is a student's.)
        var variables = order.folder == nil ? ProcessInfo.processInfo.environment : AttemptEnvironment.variables
        // Sets and dictionaries have the same order each time; our own words describe a crash.
        variables["SWIFT_DETERMINISTIC_HASHING"] = "1"
        variables["INTERLEAVE_HASHING_SEED"] = order.options.randomSeed > 1 ? "\(order.options.randomSeed)" : nil
        variables["SWIFT_BACKTRACE"] = "enable=no"
        variables["LD_PRELOAD"] = nil
        // A token is replayed on other machines too, so each program sees the same number of cores.
        // (An attempt at an exercise sees the same number in its real run.)
        if variables["INTERLEAVE_CORES"] == nil { variables["INTERLEAVE_CORES"] = order.folder == nil ? "2" : "4" }
        if let folder = order.folder { variables["TMPDIR"] = folder }
        return variables
    }

    private static func send(_ order: ExplorationRequest, to descriptor: Int32) {
        let bytes = (try? JSONEncoder().encode(order)).map(Array.init) ?? []
        // (A program that has ended already is noticed by its missing report.)
        _ = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
        close(descriptor)
    }

    // MARK: supervision

    private static func supervise(
        _ child: inout ChildProcess, _ reader: inout ReportReader, _ peak: inout Int, _ interruption: InterruptCounter,
        _ patience: Duration?, _ progress: (ExplorationSession.Progress) -> Void
    ) -> ExplainedError? {
        var standstill = Standstill(of: child.processID)
        var heard = 0, asked: ContinuousClock.Instant?, isLate = false
        // (The time in which all of this was stopped, with Ctrl-Z, does not count.)
        let clock = GroupSuspension.Clock()
        var deadline = patience
        while true {
            let isOpen = reader.read(waiting: 100)
            if let latest = reader.progress { progress(latest) }
            if reader.report != nil || reader.isOver || !isOpen {
                _ = child.wait(timeout: .seconds(1))
                return nil
            }
            if interruption.count > heard {
                heard = interruption.count
                // (A program that ends a process and then its whole group, as `timeout` does, means
                // one request.)
                if asked.map({ .now > $0 + .milliseconds(500) }) ?? true {
                    child.kill(signal: asked == nil ? SIGTERM : SIGKILL)
                    asked = asked ?? .now
                    deadline = clock.elapsed + Self.patience
                    isLate = true
                }
            }
            // Kills the child if it does not exit after it was asked to, by the user or because the
            // time is up.
            if let end = deadline, clock.elapsed > end {
                if isLate {
                    child.kill()
                    return ExplainedError(
                        .notFinished, "A single execution did not finish in time.",
                        cure: "Look for a loop that does much work between two steps, and make it smaller.")
                }
                deadline = clock.elapsed + Self.patience
                child.kill(signal: SIGTERM)
                isLate = true
            }
            peak = max(peak, memory(of: child.processID))
            if peak > mostMemory { return outOfMemory }
            if standstill.isComplete() {
                if standstill.isInALock {
                    return ExplainedError(
                        .notExplorable, "The program is blocked on a lock of the system's libraries that is never released.",
                        cure: Self.damagedMemory)
                }
                return ExplainedError(
                    .notExplorable,
                    "The program is blocked in a call that waits outside of the explorer: input, a network, another process.",
                    cure: "Remove that call from the scenario: explored code must depend only on itself.")
            }
        }
    }

    static func memory(of process: Int32) -> Int {
        let words = FileManager.default.contents(atPath: "/proc/\(process)/statm").map { String(decoding: $0, as: UTF8.self) } ?? ""
        let numbers = words.split(separator: " ").prefix(3).map { Int($0) ?? 0 }
        return numbers.count == 3 ? (numbers[1] - numbers[2]) * Int(getpagesize()) : 0
    }

    private static let damagedMemory =
        "Most likely the program has damaged malloc's memory. Look for a write past the end of an allocation, or for memory that is freed twice."

    private static var outOfMemory: ExplainedError {
        ExplainedError(
            .notExplorable, "The program took more memory than there is for an exploration (\(mostMemory >> 30) GB).",
            cure:
                "Make the scenario smaller, and look for data that grows without bound, or for an async function that calls itself without end."
        )
    }

    /// - Parameter peak: the most memory that the program was seen to have.
    private static func silence(_ ending: Trace.Ending, peak: Int) -> ExplainedError {
        switch ending {
        case .exited(let code):
            ExplainedError(
                .notExplorable,
                "The program ended itself with code \(code) in the middle of an execution, which also ended the explorer.",
                cure: "Remove the call of exit() (or _exit, quick_exit) from the scenario: return instead.")
        case .killed(SIGALRM):
            ExplainedError(
                .notFinished,
                "The preparation of the test had not finished after a minute: its traits, its arguments, or the list of all tests.",
                cure: "Look there for a loop that never ends, or for code that waits for something outside.")
        case .killed(SIGSYS):
            ExplainedError(
                .notExplorable, "The program tried to start another process, with a call that the explorer does not model.",
                cure: "Remove that call from the scenario: other processes are not explored.")
        // (An allocation that fails ends the program. It can be as large as all that was there before.)
        case .killed where peak > mostMemory / 2: outOfMemory
        case .killed(let signal):
            ExplainedError(
                .notExplorable,
                [SIGILL, SIGTRAP, SIGFPE, SIGBUS].contains(signal)
                    ? "The program was stopped by signal \(signal) (a trap) on a thread that the explorer does not control."
                    : "The program was stopped by signal \(signal) in a place where the explorer could not catch it.",
                cure: signal == SIGSEGV
                    ? "Most likely a function calls itself without end and has used up its stack, or the stack's memory was unmapped. Check that the recursion ends, and check the calls of munmap."
                    : signal == SIGABRT
                        ? "\(damagedMemory) Or there was no memory left: then make the scenario smaller."
                        : signal == SIGKILL
                            ? "Most likely there was no memory left: make the scenario smaller, and look for data that grows without bound."
                            : "A library has started this thread: to watch a file or a process, for example, or to wait in a test. Leave the call that needs it out of the scenario."
            )
        default: ExplainedError(.notExplorable, "The program has ended for an unknown reason.", cure: "Try again.")
        }
    }
}

/// Whether a process neither works nor sends anything: no processor time for many seconds.
struct Standstill {
    static let patience = Duration.seconds(10)
    private let process: Int32
    private var work: UInt64?
    private var since = ContinuousClock.now

    init(of process: Int32) { self.process = process }

    /// Whether it waits in the kernel for a lock in its own memory.
    var isInALock: Bool {
        let text = FileManager.default.contents(atPath: "/proc/\(process)/syscall").map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text.split(separator: " ").first.flatMap { Int($0) } == Self.futex
    }

    /// The number of the system call for such waits, which the Glibc module does not declare.
    #if arch(x86_64)
        private static let futex = 202
    #else
        private static let futex = 98
    #endif

    mutating func isComplete() -> Bool { length() > Self.patience }

    /// How long it has had no processor time.
    mutating func length() -> Duration {
        let text = FileManager.default.contents(atPath: "/proc/\(process)/stat").map { String(decoding: $0, as: UTF8.self) } ?? ""
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        let now = fields.count > 12 ? (UInt64(fields[11]) ?? 0) + (UInt64(fields[12]) ?? 0) : nil
        if now != work {
            work = now
            since = .now
        }
        return ContinuousClock.now - since
    }
}
