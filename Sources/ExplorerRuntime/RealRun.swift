import Explorer
import Glibc

/// A real run of the program, in place of an exploration. The process ends with it.
///
/// The program's code runs on real threads, in real time. It is recorded, and the detector watches it.
struct RealRun {
    private let channel: Channel
    private let secret: String

    /// Whether this process makes a real run.
    nonisolated(unsafe) private(set) static var isOn = false
    /// The descriptor of the program's output.
    nonisolated(unsafe) private static var output: Int32 = -1
    nonisolated(unsafe) private static var present: RealRun?

    /// How long nothing may be left to do before the run is over, and how long it waits for that, in steps of 2 ms.
    private static let quiet = 10, most = 1_000

    /// Begins it, before the first line of the program.
    init(_ order: ChaosOrder, _ channel: Channel, secret: String) {
        self.channel = channel
        self.secret = secret
        Self.isOn = true
        Self.present = self
        let errors = open(order.errors, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        if errors >= 0 {
            dup2(errors, STDERR_FILENO)
            close(errors)
        }
        let failure = ChaosRun.begin(order) { [self] in tell($0.text) }
        if failure != 0 { over("error the recording could not begin: \(String(cString: strerror(failure)))") }
    }

    private func tell(_ notice: String) { channel.send(notice: notice.replacing("\n", with: "\u{2028}"), secret: secret) }

    /// Keeps what the program prints: it is the outcome.
    static func keepOutput() {
        output = tmpfile().map { fileno($0) } ?? -1
        if output >= 0 { dup2(output, STDOUT_FILENO) }
    }

    /// All of this program's output, without the end of the last line.
    static var printed: String {
        fflush(nil)
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = pread(output, &bytes, bytes.count, 0)
        let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// Runs a program to its end.
    /// - Parameters:
    ///   - endsAtReturn: whether the process ends when the body has returned; else when nothing is left to do.
    ///   - hasReturned: for an asynchronous program, whether it has returned.
    func run(_ program: ExploredProgram, endsAtReturn: Bool, hasReturned: @escaping () -> Bool) -> Never {
        let judge = Judgement(run: self, program: program, endsAtReturn: endsAtReturn, hasReturned: hasReturned)
        if program.isAsynchronous {
            try? program.body()
        } else {
            do { try program.body() } catch { over("thrown \(error)") }
        }
        judge.start()
        Self.serveMainQueue()
    }

    /// Ends the run of a test.
    static func end() -> Never {
        guard let present else { _exit(64) }
        present.over(nil)
    }

    private func over(_ last: String?) -> Never {
        if let last { tell(last) }
        ChaosRun.end()
        tell("over")
        _exit(0)
    }

    @_silgen_name("dispatch_main") private static func serveMainQueue() -> Never

    /// Waits on a thread of its own until the program has finished, and tells the outcome.
    private final class Judgement: @unchecked Sendable {
        private let run: RealRun
        private let program: ExploredProgram
        private let endsAtReturn: Bool
        private let hasReturned: () -> Bool

        init(run: RealRun, program: ExploredProgram, endsAtReturn: Bool, hasReturned: @escaping () -> Bool) {
            self.run = run
            self.program = program
            self.endsAtReturn = endsAtReturn
            self.hasReturned = hasReturned
        }

        func start() {
            if endsAtReturn, !program.isAsynchronous { conclude() }
            var thread = pthread_t()
            pthread_create(
                &thread, nil,
                { context in
                    if let context { Unmanaged<Judgement>.fromOpaque(context).takeRetainedValue().wait() }
                    return nil
                }, Unmanaged.passRetained(self).toOpaque())
            pthread_detach(thread)
        }

        private func wait() {
            ChaosRun.excludeThread()
            // (`poll` is not recorded: this thread is not the program's.)
            while !hasReturned() { poll(nil, 0, 1) }
            var quiet = 0, all = 0
            while !endsAtReturn, quiet < RealRun.quiet, all < RealRun.most {
                poll(nil, 0, 2)
                quiet = ChaosRun.isQuiet ? quiet + 1 : 0
                all += 1
            }
            conclude()
        }

        private func conclude() -> Never {
            ChaosRun.stopWatching()
            do {
                let (text, isAllowed) = try program.conclude?() ?? ("", true)
                run.over("outcome \(isAllowed ? 1 : 0) \(text)")
            } catch { run.over("thrown \(error)") }
        }
    }
}
